import { NavLink } from "react-router-dom";
import { paths } from "../config/paths.ts";
import { ButtonLink } from "../ui/form/button-link.tsx";
import { Icon } from "../ui/brand/icon.tsx";
import { Logo } from "../ui/brand/logo.tsx";
import { MenuDisclosure } from "../ui/layout/menu-disclosure.tsx";
import { SiteLink } from "../ui/layout/site-link.tsx";
import { AccountLink } from "./account-link.tsx";
import type { HeaderContent } from "./layout-content.ts";
import { MobileMenu } from "./mobile-menu.tsx";

/** Brand, navigation, products and the two things people come for. */
export function SiteHeader(props: HeaderContent & { brandName: string }) {
  const { brandName, navigation, products, isStaff } = props;
  return (
    <header className={isStaff ? "site-header site-header-staff" : "site-header"}>
      <div className="page-width flex flex-wrap items-center gap-x-4">
        <SiteLink href={paths.home} className="py-4 xl:mr-2">
          <Logo name={brandName} />
        </SiteLink>
        <nav className="site-nav" aria-label={navigation.mainMenuLabel}>
          <ul className="flex items-center lg:-mx-2.5 lg:flex-wrap">
            {navigation.items.map(({ _key, href, label }) => (
              <li key={_key}>
                <NavLink to={href} end className="nav-link">
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
          <AccountLink {...props} className="max-lg:hidden" />
          <ButtonLink href={paths.simulation} className="max-sm:hidden">
            {navigation.simulateLabel}
          </ButtonLink>
          <MobileMenu {...props} />
        </div>
      </div>
    </header>
  );
}

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
      <ul className="menu-panel absolute top-full right-0 mt-2 w-96 rounded-lg p-2">
        {products.map(({ _id, path, menuLabel, summary, icon }) => (
          <li key={_id}>
            <NavLink to={path} className="menu-item">
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
