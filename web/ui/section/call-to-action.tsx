import { ActionLinks, type ActionLink } from "./action-links.tsx";

interface CallToActionProps {
  title: string;
  text: string;
  links: readonly ActionLink[];
}

/** The invitation that closes a page. */
export function CallToAction({ title, text, links }: CallToActionProps) {
  return (
    <section className="page-width call-band">
      <div className="call-panel on-dark">
        <div className="relative max-w-[40rem]">
          <h2 className="text-heading">{title}</h2>
          <p className="text-soft mt-4 mb-8 text-lead">{text}</p>
          <ActionLinks links={links} look="accent" />
        </div>
      </div>
    </section>
  );
}
