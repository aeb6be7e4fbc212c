import { useEffect } from "react";
import { Outlet } from "react-router-dom";
import { Toaster } from "../ui/feedback/toaster.tsx";
import { provideToaster } from "../ui/feedback/toaster-place.tsx";

/** Layout with a toaster, which marketing pages do not load. The toaster still shows results after a navigation. */
export function TaskLayout() {
  useEffect(() => provideToaster(<Toaster />), []);
  return <Outlet />;
}
