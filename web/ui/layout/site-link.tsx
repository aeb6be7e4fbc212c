import type { ComponentProps } from "react";
import { Link } from "react-router-dom";

type SiteLinkProps = Omit<ComponentProps<"a">, "href"> & { href: string };

/**
 * A link to whatever an editor wrote: a path of this site is navigated in place, everything else
 * (https, mailto, tel) is left to the browser.
 */
export function SiteLink({ href, children, ...rest }: SiteLinkProps) {
  if (href.startsWith("/") && !href.startsWith("//")) {
    return (
      <Link to={href} {...rest}>
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
