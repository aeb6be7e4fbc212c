import type { ReactNode } from "react";
import { SiteLink } from "../layout/site-link.tsx";

const looks = {
  primary: "button-primary",
  accent: "button-accent",
  outline: "button-outline",
} as const;

export type ButtonLook = keyof typeof looks;

interface ButtonLinkProps {
  href: string;
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ href, look = "primary", className = "", children }: ButtonLinkProps) {
  return (
    <SiteLink href={href} className={`button ${looks[look]} ${className}`}>
      {children}
    </SiteLink>
  );
}
