import { NavLink } from "react-router-dom";
import { clientTabPath, paths } from "../config/paths.ts";
import { Icon, Logo } from "../ui/brand/icons.tsx";
import { ButtonLink, SiteLink } from "../ui/layout/links.tsx";
import { MenuDisclosure } from "../ui/layout/menu-disclosure.tsx";
import type { HeaderContent } from "./layout-content.ts";

export function SiteHeader(props: HeaderContent & { brandName: string }) {
  const { brandName, navigation, products, isStaff } = props;
  return (
    <header
      className={`site-header fixed inset-x-0 top-0 z-40 noscript:bg-white print:hidden ${isStaff ? "site-header-staff" : ""}`}
    >
      <div className="page-width flex flex-wrap items-center gap-x-4">
        <SiteLink href={paths.home} className="py-4 xl:mr-2">
          <Logo name={brandName} />
        </SiteLink>
        <nav
          // Staff see a third button in the row of the brand, so the navigation moves to a row of its own.
          className={`site-nav hidden lg:order-1 lg:block lg:w-full lg:pb-2 ${isStaff ? "" : "xl:order-none xl:w-auto xl:pb-0"}`}
          aria-label={navigation.mainMenuLabel}
        >
          <ul className="flex items-center lg:-mx-2.5 lg:flex-wrap">
            {navigation.items.map(({ _key, href, label }) => (
              <li key={_key}>
                <NavLink to={href} discover="none" end className="nav-link">
                  {label}
                </NavLink>
              </li>
            ))}
            {products.length > 0 && (
              <li>
                <ProductsMenu label={navigation.productsLabel} products={products} />
              </li>
            )}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {isStaff && (
            <ButtonLink href={paths.reviewSimulations} look="outline" className="max-lg:hidden">
              {navigation.manageLabel}
            </ButtonLink>
          )}
          <AccountLink navigation={navigation} className="max-lg:hidden" />
          <ButtonLink href={paths.simulation} className="max-sm:hidden">
            {navigation.simulateLabel}
          </ButtonLink>
          <MobileMenu {...props} />
        </div>
      </div>
    </header>
  );
}

const panelLook = "border border-sand-200 bg-white text-ink [box-shadow:var(--shadow-float)]";

function ProductsMenu({ label, products }: { label: string; products: HeaderContent["products"] }) {
  return (
    <MenuDisclosure
      className="relative"
      summaryClassName="nav-link flex items-center gap-1"
      summary={
        <>
          {label}
          <Icon name="chevron" className="size-4 transition-transform group-open:-rotate-180" />
        </>
      }
    >
      <ul className={`${panelLook} absolute top-full right-0 mt-2 w-96 rounded-lg p-2`}>
        {products.map(({ _id, path, menuLabel, summary, icon }) => (
          <li key={_id}>
            <NavLink to={path} discover="none" className="menu-item">
              {icon && <Icon name={icon} className="size-5 text-petrol-600" />}
              <span>
                {menuLabel}
                <span className="text-soft block text-xs">{summary}</span>
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </MenuDisclosure>
  );
}

function MobileMenu({ navigation, products, isStaff }: HeaderContent) {
  return (
    <MenuDisclosure
      className="mobile-menu lg:hidden"
      summaryClassName="button w-12 p-0 -mr-2"
      summary={
        <>
          <Icon name="menu" className="size-6 group-open:hidden" />
          <Icon name="close" className="hidden size-6 group-open:block" />
          <span className="sr-only group-open:hidden">{navigation.openMenuLabel}</span>
          <span className="sr-only hidden group-open:block">{navigation.closeMenuLabel}</span>
        </>
      }
    >
      <nav
        className={`${panelLook} mobile-panel absolute inset-x-0 top-full max-h-[calc(100dvh-var(--header-height))] overflow-y-auto border-x-0 px-gutter pt-2`}
        aria-label={navigation.mainMenuLabel}
      >
        <ul>
          {navigation.items.map(({ _key, href, label }) => (
            <li key={_key}>
              <NavLink to={href} discover="none" end className="menu-item">
                {label}
              </NavLink>
            </li>
          ))}
          {products.length > 0 && (
            <li>
              <details className="group/products" suppressHydrationWarning>
                <summary className="menu-item justify-between">
                  {navigation.productsLabel}
                  <Icon
                    name="chevron"
                    className="size-5 transition-transform group-open/products:-rotate-180"
                  />
                </summary>
                <ul className="border-l-2 border-mint-300 pl-2">
                  {products.map(({ _id, path, menuLabel }) => (
                    <li key={_id}>
                      <NavLink to={path} discover="none" className="menu-item">
                        {menuLabel}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          )}
        </ul>
        <div className="grid gap-3 pt-4 pb-6">
          <ButtonLink href={paths.simulation}>{navigation.simulateLabel}</ButtonLink>
          <AccountLink navigation={navigation} />
          <ButtonLink href={paths.tracking} look="outline">
            {navigation.trackLabel}
          </ButtonLink>
          {isStaff && (
            <ButtonLink href={paths.reviewSimulations} look="outline">
              {navigation.manageLabelMobile}
            </ButtonLink>
          )}
        </div>
      </nav>
    </MenuDisclosure>
  );
}

interface AccountLinkProps {
  navigation: HeaderContent["navigation"];
  className?: string;
}

/**
 * Contains links to the login and to this tab's open contract. The boot script decides before the first paint which of
 * them is visible.
 */
function AccountLink({ navigation, className = "" }: AccountLinkProps) {
  return (
    <>
      <ButtonLink href={clientTabPath} look="outline" className={`${className} tenant:hidden`}>
        {navigation.clientAreaLabel}
      </ButtonLink>
      <ButtonLink href={paths.contract} look="outline" className={`${className} visitor:hidden`}>
        {navigation.contractLabel}
      </ButtonLink>
    </>
  );
}
