import { Outlet } from "react-router-dom";
import { BackendQueryProvider } from "../backend/backend-query-provider.tsx";
import { Toaster } from "../ui/toaster.tsx";

/**
 * Around every page that talks to the backend. A layout of its own, so that marketing pages do not
 * load what it needs and a notice outlives the step from one such page to the next.
 */
export function TaskLayout() {
  return (
    <BackendQueryProvider>
      <Outlet />
      <Toaster />
    </BackendQueryProvider>
  );
}
