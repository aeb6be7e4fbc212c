import { NavLink } from "react-router-dom";
import { paths } from "../config/paths.ts";
import { ButtonLink } from "../ui/form/button-link.tsx";
import { Icon } from "../ui/brand/icon.tsx";
import { MenuDisclosure } from "../ui/layout/menu-disclosure.tsx";
import { AccountLink } from "./account-link.tsx";
import type { HeaderContent } from "./layout-content.ts";

/** The navigation on small screens: everything in one panel, the products in a list that unfolds. */
export function MobileMenu({ navigation, products, isStaff, isTenant }: HeaderContent) {
  return (
    <MenuDisclosure
      className="mobile-menu lg:hidden"
      summaryClassName="button button-round -mr-2"
      summary={
        <>
          <Icon name="menu" className="size-6 group-open:hidden" />
          <Icon name="close" className="hidden size-6 group-open:block" />
          <span className="sr-only group-open:hidden">{navigation.openMenuLabel}</span>
          <span className="sr-only hidden group-open:block">{navigation.closeMenuLabel}</span>
        </>
      }
    >
      <nav className="mobile-panel menu-panel" aria-label={navigation.mainMenuLabel}>
        <ul>
          {navigation.items.map(({ _key, href, label }) => (
            <li key={_key}>
              <NavLink to={href} end className="menu-item">
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
                      <NavLink to={path} className="menu-item">
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
          <AccountLink navigation={navigation} isTenant={isTenant} />
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
