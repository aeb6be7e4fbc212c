import { ButtonLink, type ButtonLook } from "../form/button-link.tsx";

export interface ActionLink {
  _key: string;
  label: string;
  href: string;
}

interface ActionLinksProps {
  links: readonly ActionLink[] | null;
  /** Look of the first link; the others are outlined. */
  look?: ButtonLook;
}

/** The buttons of a hero or a closing call; the first is the main one. */
export function ActionLinks({ links, look = "primary" }: ActionLinksProps) {
  if (!links?.length) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {links.map((link, index) => (
        <ButtonLink
          key={link._key}
          href={link.href}
          look={index === 0 ? look : "outline"}
          className="button-lg max-sm:w-full"
        >
          {link.label}
        </ButtonLink>
      ))}
    </div>
  );
}
