import { Outlet } from "react-router-dom";
import { BackendQueryProvider } from "../backend/backend-query-provider.tsx";

/** Around the pages that show what the backend holds. */
export function AccountLayout() {
  return (
    <BackendQueryProvider>
      <Outlet />
    </BackendQueryProvider>
  );
}
