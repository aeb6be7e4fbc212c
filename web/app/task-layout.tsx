import { Outlet } from "react-router-dom";
import { Toaster } from "../ui/toaster.tsx";

/**
 * Around every page on which a person does something. A layout of its own, so that marketing pages
 * do not load what it needs and a notice outlives the step from one such page to the next.
 */
export function TaskLayout() {
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}
