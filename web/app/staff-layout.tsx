import { useEffect, useMemo } from "react";
import { Outlet, useOutletContext } from "react-router-dom";
import { BackendQueryProvider } from "../backend/backend-query-provider.tsx";
import { SiteProvider, describeSite } from "../content/site-context.tsx";
import { ScriptNotice } from "../content/script-notice.tsx";
import { StaffShell } from "../features/staff/shell/staff-shell.tsx";
import { Toaster } from "../ui/feedback/toaster.tsx";
import { provideToaster } from "../ui/feedback/toaster-place.tsx";
import type { LayoutContent } from "./layout-content.ts";

/** Layout of staff pages. It leaves out the site's header and footer, which are for customers. */
export function StaffLayout() {
  const { settings, origin }: LayoutContent = useOutletContext();
  const site = useMemo(() => describeSite(settings, origin), [settings, origin]);
  useEffect(() => provideToaster(<Toaster />), []);
  return (
    <SiteProvider value={site}>
      <BackendQueryProvider>
        <StaffShell brandName={site.name} skipLinkLabel={settings?.skipLinkLabel ?? ""}>
          <ScriptNotice about="area" />
          <Outlet />
        </StaffShell>
      </BackendQueryProvider>
    </SiteProvider>
  );
}
