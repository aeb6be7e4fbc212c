import { type ReactNode, Suspense, useMemo } from "react";
import type { LayoutQueryResult } from "../content/sanity.types.ts";
import { describeSite } from "../content/describe-site.ts";
import { SiteProvider } from "../content/site-context.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

interface SiteLayoutProps {
  content: LayoutQueryResult;
  /** Public origin of the site, for canonical links and link previews; no trailing slash. */
  origin: string;
  /** True for an active member of staff. */
  isStaff?: boolean;
  /** True where a contract was opened in this tab. */
  isTenant?: boolean;
  children: ReactNode;
}

/** What surrounds every page; the boundaries are there for the same reason as a section's. */
export function SiteLayout(props: SiteLayoutProps) {
  const { content, origin, isStaff = false, isTenant = false, children } = props;
  const { settings, navigation, footer, products } = content;
  const site = useMemo(() => describeSite(settings, origin), [settings, origin]);
  return (
    <SiteProvider value={site}>
      {settings && (
        <a href="#conteudo" className="skip-link">
          {settings.skipLinkLabel}
        </a>
      )}
      {navigation && (
        <Suspense>
          <SiteHeader
            brandName={site.name}
            navigation={navigation}
            products={products}
            isStaff={isStaff}
            isTenant={isTenant}
          />
        </Suspense>
      )}
      <main id="conteudo" tabIndex={-1}>
        {children}
      </main>
      {settings && footer && (
        <Suspense>
          <SiteFooter settings={settings} footer={footer} />
        </Suspense>
      )}
    </SiteProvider>
  );
}
