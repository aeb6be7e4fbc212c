import { Outlet } from "react-router-dom";
import { BackendQueryProvider } from "../backend/backend-query-provider.tsx";
import { ScriptNotice } from "../content/script-notice.tsx";

/** Around the pages that show what the backend holds. */
export function AccountLayout() {
  return (
    <BackendQueryProvider>
      <ScriptNotice about="area" />
      <Outlet />
    </BackendQueryProvider>
  );
}
