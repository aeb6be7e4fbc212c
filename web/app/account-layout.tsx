import { Outlet, useLocation } from "react-router-dom";
import { BackendQueryProvider } from "../backend/backend-query-provider.tsx";
import { paths } from "../config/paths.ts";
import { ScriptNotice } from "../content/script-notice.tsx";

/** Pages that do something for browsers without scripts, too. */
const native: readonly string[] = [paths.verify, paths.tracking];

/** Around the pages that show what the backend holds. */
export function AccountLayout() {
  const { pathname } = useLocation();
  return (
    <BackendQueryProvider>
      {!native.includes(pathname) && <ScriptNotice about="area" />}
      <Outlet />
    </BackendQueryProvider>
  );
}
