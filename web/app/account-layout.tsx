import { Outlet, useLocation } from "react-router-dom";
import { BackendQueryProvider } from "../backend/backend-query-provider.tsx";
import { paths } from "../config/paths.ts";
import { ScriptNotice } from "../content/script-notice.tsx";

/** Paths of pages in this layout that also work without JavaScript. */
const native: readonly string[] = [paths.verify, paths.tracking];

/** Layout of pages that show data from Supabase. */
export function AccountLayout() {
  const { pathname } = useLocation();
  return (
    <BackendQueryProvider>
      {!native.includes(pathname) && <ScriptNotice about="area" />}
      <Outlet />
    </BackendQueryProvider>
  );
}
