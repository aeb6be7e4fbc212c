import { useEffect } from "react";
import { Outlet } from "react-router-dom";
import { Toaster } from "../ui/feedback/toaster.tsx";
import { provideToaster } from "../ui/feedback/toaster-place.tsx";

/**
 * Around every page on which a person does something. A layout of its own, so that marketing pages
 * do not load what it needs; what it brings stays, for an outcome that comes after one has left.
 */
export function TaskLayout() {
  useEffect(() => provideToaster(<Toaster />), []);
  return <Outlet />;
}
