import type { ReactNode } from "react";
import { paths } from "../../config/paths.ts";
import { Icon, Logo } from "../../ui/brand/icons.tsx";
import { MenuDisclosure } from "../../ui/layout/menu-disclosure.tsx";
import { SiteLink } from "../../ui/layout/links.tsx";
import { StaffDoorProvider } from "./staff-door.ts";
import { StaffNav } from "./staff-nav.tsx";
import { useStaffGate } from "./use-staff-gate.tsx";

interface StaffShellProps {
  brandName: string;
  skipLinkLabel: string;
  /** The screen. */
  children: ReactNode;
}

/** The frame of all staff screens: brand, what waits where, who is signed in, and the way out. */
export function StaffShell({ brandName, skipLinkLabel, children }: StaffShellProps) {
  const { door, signOut } = useStaffGate();
  const email = door.account?.email;
  return (
    <StaffDoorProvider value={door}>
      <a href="#conteudo" className="skip-link">
        {skipLinkLabel}
      </a>
      <div className="staff-shell">
        <header className="staff-bar on-dark">
          <SiteLink href={paths.home} className="py-3">
            <Logo name={brandName} />
          </SiteLink>
          {email && (
            <>
              <div className="staff-side">
                <StaffNav email={email} onSignOut={signOut} />
              </div>
              <MenuDisclosure
                className="staff-menu"
                summaryClassName="button button-round -mr-2"
                summary={
                  <>
                    <Icon name="menu" className="size-6 group-open:hidden" />
                    <Icon name="close" className="hidden size-6 group-open:block" />
                    <span className="sr-only">Menu da equipe</span>
                  </>
                }
              >
                <div className="staff-panel">
                  <StaffNav email={email} onSignOut={signOut} />
                </div>
              </MenuDisclosure>
            </>
          )}
        </header>
        <main id="conteudo" tabIndex={-1} className="staff-main">
          {children}
        </main>
      </div>
    </StaffDoorProvider>
  );
}
