import { paths } from "../config/paths.ts";
import { PageHead } from "../content/page-head.tsx";
import type { ClientAreaQueryResult } from "../content/sanity.types.ts";
import { ContractSignInForm } from "../features/sign-in/contract-sign-in-form.tsx";
import { StaffSignInForm } from "../features/sign-in/staff-sign-in-form.tsx";
import { Tabs } from "../ui/tabs.tsx";

export function ClientAreaPage({ content }: { content: NonNullable<ClientAreaQueryResult> }) {
  const { title, intro, adminTab, clientTab, recovery } = content;
  return (
    <>
      <PageHead seo={content.seo} path={paths.clientArea} title={title} noIndex />
      <section className="hero-band hero-sand">
        <div className="mx-auto w-full max-w-[32rem] px-gutter">
          <h1 className="text-heading">{title}</h1>
          {intro && <p className="text-soft mt-3">{intro}</p>}
          <div className="form-card mt-8">
            <Tabs
              label={title}
              tabs={[
                { label: adminTab.label, panel: <StaffSignInForm texts={adminTab} /> },
                {
                  label: clientTab.label,
                  panel: <ContractSignInForm texts={clientTab} recovery={recovery} />,
                },
              ]}
            />
          </div>
        </div>
      </section>
    </>
  );
}
