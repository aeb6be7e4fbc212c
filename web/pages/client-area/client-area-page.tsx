import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { asksForClient, returnPath } from "../../config/path-within-site.ts";
import { paths } from "../../config/paths.ts";
import { PasswordWordsProvider } from "../../content/password-field.tsx";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { useStaffSession } from "../../features/staff/shell/use-open-sessions.ts";
import { ContractSignInForm } from "../../features/leases/tenant/contract-sign-in-form.tsx";
import { StaffSignInForm } from "../../features/staff/account/staff-sign-in-form.tsx";
import { caseHashOf } from "../../ui/layout/list-and-detail.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { useHydrated } from "../../ui/layout/hooks.ts";
import { TaskPage } from "../task-page.tsx";

/** Shows the login for staff and tenants. Redirects signed-in staff (section 2 of the specification). */
export function ClientAreaPage({ content }: { content: NonNullable<ClientAreaQueryResult> }) {
  const { title, intro, adminTab, clientTab, recovery } = content;
  const { search, hash, key } = useLocation();
  const navigate = useNavigate();
  const session = useStaffSession();
  // The query string is read only after hydration, because the server renders one page for all query strings.
  const asksForClientTab = useHydrated() && asksForClient(search);
  // The chosen tab is valid until the next navigation, because a later link to this page may ask for the other tab.
  const [chosen, setChosen] = useState<{ tab: number; key: string }>();
  const shownTab = chosen?.key === key ? chosen.tab : Number(asksForClientTab);

  useEffect(() => {
    if (session) void navigate(returnPath(search) ?? paths.reviewSimulations, { replace: true });
  }, [session, search, navigate]);

  return (
    <TaskPage path={paths.clientArea} seo={content.seo} title={title} intro={intro} isNarrow>
      <div className="card card-border mt-8">
        <PasswordWordsProvider words={content.passwordWords}>
          <Tabs
            label={title}
            shown={shownTab}
            onShow={(tab) => setChosen({ tab, key })}
            tabs={[
              {
                label: adminTab.label,
                panel: (
                  <StaffSignInForm
                    texts={adminTab}
                    recovery={recovery}
                    isEntering={Boolean(session)}
                  />
                ),
              },
              {
                label: clientTab.label,
                panel: (
                  <ContractSignInForm
                    texts={clientTab}
                    recovery={recovery}
                    onOpened={() => void navigate(paths.contract + caseHashOf(hash))}
                  />
                ),
              },
            ]}
          />
        </PasswordWordsProvider>
      </div>
    </TaskPage>
  );
}
