import { clientTabPath, paths } from "../config/paths.ts";
import { ButtonLink } from "../ui/form/button-link.tsx";
import type { HeaderContent } from "./layout-content.ts";

type AccountLinkProps = Pick<HeaderContent, "navigation" | "isTenant"> & { className?: string };

/** The way of tenants: to the login, or to the contract that is open in this tab. */
export function AccountLink({ navigation, isTenant, className }: AccountLinkProps) {
  return (
    <ButtonLink
      href={isTenant ? paths.contract : clientTabPath}
      look="outline"
      {...(className && { className })}
    >
      {isTenant ? navigation.contractLabel : navigation.clientAreaLabel}
    </ButtonLink>
  );
}
