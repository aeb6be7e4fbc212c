import { type ReactNode, Suspense, useMemo } from "react";
import { formatPhone } from "#contracts/fields/phones.ts";
import type { LayoutQueryResult } from "../content/sanity.types.ts";
import { SiteProvider, describeSite } from "../content/site-context.tsx";
import { phoneHref } from "../formats/phone.ts";
import { Icon, Logo } from "../ui/brand/icons.tsx";
import { SiteLink, SkipLink } from "../ui/layout/links.tsx";
import { SiteHeader } from "./site-header.tsx";

interface SiteLayoutProps {
  content: LayoutQueryResult;
  /** Public origin of the site, without a trailing slash. */
  origin: string;
  isStaff?: boolean;
  children: ReactNode;
}

/** Layout around every page. Because of Suspense, React can hydrate header and footer separately. */
export function SiteLayout(props: SiteLayoutProps) {
  const { content, origin, isStaff = false, children } = props;
  const { settings, navigation, footer, products } = content;
  const site = useMemo(() => describeSite(settings, origin), [settings, origin]);
  return (
    <SiteProvider value={site}>
      {settings && <SkipLink>{settings.skipLinkLabel}</SkipLink>}
      {navigation && (
        <Suspense>
          <SiteHeader
            brandName={site.name}
            navigation={navigation}
            products={products}
            isStaff={isStaff}
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

export type Settings = NonNullable<LayoutQueryResult["settings"]>;
type Footer = NonNullable<LayoutQueryResult["footer"]>;

const networkNames = {
  instagram: "Instagram",
  facebook: "Facebook",
  linkedin: "LinkedIn",
  youtube: "YouTube",
} as const;

const titleLook = "mb-2 font-semibold text-mint-300";
const linkLook = "inline-block py-2.5 hover:underline";

// The year is computed in Brasília's time zone, where the company works.
const currentYear = new Intl.DateTimeFormat("pt-BR", {
  year: "numeric",
  timeZone: "America/Sao_Paulo",
});

/** Footer with links, contact and company data (Decreto 7.962/2013 art. 2; LGPD art. 41). */
function SiteFooter({ settings, footer }: { settings: Settings; footer: Footer }) {
  const { address, dataProtectionOfficer: officer, regulatoryNote, socialLinks } = settings;
  return (
    <footer className="on-dark text-sm print:hidden">
      <div className="page-width grid grid-cols-2 items-start gap-x-6 gap-y-10 pt-section pb-12 sm:grid-cols-3 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-[2fr]">
        <div className="max-lg:col-span-full">
          <Logo name={settings.brandName} />
          <p className="text-soft mt-5 max-w-[22rem]">{footer.about}</p>
          {socialLinks && socialLinks.length > 0 && (
            <>
              <h2 className={`mt-8 ${titleLook}`}>{footer.socialTitle}</h2>
              <ul className="-ml-3 flex flex-wrap">
                {socialLinks.map(({ _key, network, url }) => (
                  <li key={_key}>
                    <a
                      href={url}
                      rel="noopener"
                      className="grid size-12 place-items-center rounded-full hover:bg-petrol-800"
                    >
                      <Icon name={network} className="size-6" />
                      <span className="sr-only">{networkNames[network]}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        {footer.columns.map(({ _key, title, links }) => (
          <div key={_key}>
            <h2 className={titleLook}>{title}</h2>
            <ul>
              {links.map((link) => (
                <li key={link._key}>
                  <SiteLink href={link.href} className={linkLook}>
                    {link.label}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div className="max-lg:col-span-full">
          <h2 className={titleLook}>{footer.contactTitle}</h2>
          <ul>
            <li>
              <a href={phoneHref(settings.phone)} className={linkLook}>
                {formatPhone(settings.phone)}
              </a>
            </li>
            <li>
              <a href={`mailto:${settings.email}`} className={linkLook}>
                {settings.email}
              </a>
            </li>
            <li className="text-soft py-2.5">{settings.openingHours}</li>
            <li className="text-soft py-2.5">{settings.serviceArea}</li>
          </ul>
        </div>
      </div>
      <div className="page-width">
        <div className="text-soft grid gap-2 border-t border-white/15 py-8 text-xs">
          {regulatoryNote && <p>{regulatoryNote}</p>}
          <p>
            {settings.legalName} · CNPJ {settings.cnpj} · {address.street}
            {address.district ? `, ${address.district}` : ""}, {address.city}, {address.state}, CEP{" "}
            {address.postalCode}
          </p>
          <p>
            {footer.officerLabel} {officer.name},{" "}
            <a href={`mailto:${officer.email}`} className="underline">
              {officer.email}
            </a>
          </p>
          <p>
            © <span suppressHydrationWarning>{currentYear.format()}</span> {footer.copyright}
          </p>
        </div>
      </div>
    </footer>
  );
}
