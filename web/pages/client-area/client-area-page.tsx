import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { asksForClient, returnPath } from "../../config/path-within-site.ts";
import { paths } from "../../config/paths.ts";
import { PageHead } from "../../content/head.tsx";
import { PasswordWordsProvider } from "../../content/password-field.tsx";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { useStaffSession } from "../../features/session/use-open-sessions.ts";
import { ContractSignInForm } from "../../features/sign-in/contract-sign-in-form.tsx";
import { StaffSignInForm } from "../../features/sign-in/staff-sign-in-form.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { useHydrated } from "../../ui/layout/hooks.ts";

/** The login of staff and tenants; staff who are signed in are taken onwards (specification 2). */
export function ClientAreaPage({ content }: { content: NonNullable<ClientAreaQueryResult> }) {
  const { title, intro, adminTab, clientTab, recovery } = content;
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const session = useStaffSession();
  // The server renders the page once for all queries.
  const asksForClientTab = useHydrated() && asksForClient(search);
  // A link to this page asks anew.
  const [chosen, setChosen] = useState<{ tab: number; key: string }>();
  const shownTab = chosen?.key === key ? chosen.tab : Number(asksForClientTab);

  useEffect(() => {
    if (session) void navigate(returnPath(search) ?? paths.reviewSimulations, { replace: true });
  }, [session, search, navigate]);

  return (
    <>
      <PageHead seo={content.seo} path={paths.clientArea} title={title} noIndex />
      <section className="hero-band hero-sand">
        <div className="mx-auto w-full max-w-[32rem] px-gutter">
          <h1 className="text-heading">{title}</h1>
          {intro && <p className="text-soft mt-3">{intro}</p>}
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
                        onOpened={() => void navigate(paths.contract)}
                      />
                    ),
                  },
                ]}
              />
            </PasswordWordsProvider>
          </div>
        </div>
      </section>
    </>
  );
}
