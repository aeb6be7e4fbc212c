import type { ReactNode } from "react";
import { Icon, type IconName } from "../brand/icons.tsx";

interface ContactCardProps {
  icon: IconName;
  title: string;
  text: string;
  /** Phone number, e-mail address or other contact data. */
  value: ReactNode;
  link?: { label: string; href: string };
}

/** Shows one way to contact the company as a card. The whole card is a link. */
export function ContactCard({ icon, title, text, value, link }: ContactCardProps) {
  return (
    <li className="contact-card card card-border">
      <span className="icon-tile">
        <Icon name={icon} />
      </span>
      <h2 className="mt-6 text-card">{title}</h2>
      <p className="text-soft mt-2 text-sm lg:text-base">{text}</p>
      <p className="mt-4 font-semibold">{value}</p>
      {link && (
        <a
          href={link.href}
          {...(link.href.startsWith("http") ? { rel: "noopener" } : {})}
          className="mt-auto flex items-center gap-2 pt-6 font-semibold text-petrol-600 after:absolute after:inset-0 after:rounded-lg hover:text-petrol-800"
        >
          {link.label}
          <Icon name="arrow" className="size-5" />
        </a>
      )}
    </li>
  );
}
