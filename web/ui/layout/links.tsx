import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router-dom";

type SiteLinkProps = Omit<ComponentProps<"a">, "href"> & { href: string };

/** Shows a link. A path of this site opens without a page load. The browser handles other URLs as usual. */
export function SiteLink({ href, children, ...rest }: SiteLinkProps) {
  if (href.startsWith("/") && !href.startsWith("//")) {
    return (
      <Link to={href} discover="none" {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} {...(href.startsWith("http") ? { rel: "noopener" } : {})} {...rest}>
      {children}
    </a>
  );
}

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

export function ButtonLink({ href, look = "primary", className = "", children }: ButtonLinkProps) {
  return (
    <SiteLink href={href} className={`button ${looks[look]} ${className}`}>
      {children}
    </SiteLink>
  );
}

/** Shows the first link of a page, which skips the header. It is visible only while it has the keyboard focus. */
export function SkipLink({ children }: { children: ReactNode }) {
  return (
    <a
      href="#conteudo"
      className="skip-link absolute top-2 left-2 z-60 rounded-md bg-petrol-950 px-5 py-3 text-white not-focus:sr-only print:hidden"
    >
      {children}
    </a>
  );
}
