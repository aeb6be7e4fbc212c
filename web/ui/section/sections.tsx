import { type ReactNode, Suspense } from "react";
import { Icon, type IconName } from "../brand/icons.tsx";
import { ButtonLink, type ButtonLook, SiteLink } from "../layout/links.tsx";

/** Background colours of the full-width sections of a page. */
export const tones = {
  white: "band-white",
  sand: "bg-sand-100",
  tint: "bg-(--band,var(--color-mint-100))",
  dark: "on-dark",
} as const;

interface SectionProps {
  title?: string | null;
  intro?: string | null;
  tone?: keyof typeof tones;
  centered?: boolean;
  children: ReactNode;
}

/** Shows a full-width section with its own Suspense boundary. A tap then waits only for this section's hydration. */
export function Section({ title, intro, tone = "white", centered, children }: SectionProps) {
  return (
    <section className={`py-section ${tones[tone]}`}>
      <div className="page-width">
        <SectionHeading title={title} intro={intro} {...(centered ? { centered } : {})} />
        <Suspense>{children}</Suspense>
      </div>
    </section>
  );
}

interface SectionHeadingProps {
  title?: string | null | undefined;
  intro?: string | null | undefined;
  centered?: boolean;
}

export function SectionHeading({ title, intro, centered }: SectionHeadingProps) {
  if (!title && !intro) return null;
  const place = centered ? "mx-auto text-center" : "";
  return (
    <div className={`mb-10 max-w-[44rem] lg:mb-14 ${place}`}>
      {title && <h2 className="text-heading">{title}</h2>}
      {intro && <p className="text-soft mt-4 text-lead">{intro}</p>}
    </div>
  );
}

const heroTones = {
  sand: "hero-sand",
  mint: "hero-mint",
  amber: "hero-amber",
  petrol: "hero-petrol",
  night: "hero-night on-dark",
} as const;

export type HeroTone = keyof typeof heroTones;

const columnsOfHero = "grid items-center gap-x-[clamp(3rem,6vw,6rem)] gap-y-18";

interface HeroProps {
  title: string;
  tagline: string;
  links?: readonly ActionLink[] | null;
  badges?: readonly string[] | null;
  /** Notice that visitors must read before the rest of the page. */
  notice?: { text: string; link: Pick<ActionLink, "label" | "href"> } | null;
  /** Image with its frame. Without an image, the text uses the full width. */
  media?: ReactNode;
  tone?: HeroTone;
  /** Uses the largest font size of the site, meant for the home page. */
  display?: boolean;
  mirrored?: boolean;
  /** Makes the hero less high, so that the next section begins on the first screen. */
  compact?: boolean;
}

export function Hero({
  title,
  tagline,
  links = null,
  badges = null,
  notice,
  media,
  tone = "sand",
  display,
  mirrored,
  compact,
}: HeroProps) {
  const room = compact ? "pt-22! pb-6! lg:pt-32! lg:pb-12!" : "";
  const size = display ? "text-display" : "text-title";
  return (
    <section className={`hero-band ${heroTones[tone]} ${room}`}>
      <div className="page-width">
        <div
          className={
            media
              ? `${columnsOfHero} ${mirrored ? "lg:grid-cols-[5fr_7fr]" : "lg:grid-cols-[7fr_5fr]"}`
              : "max-w-[58rem]"
          }
        >
          <div className={mirrored ? "lg:order-last" : undefined}>
            <h1 className={compact ? "text-heading" : size}>{title}</h1>
            <p className={`text-soft max-w-[38rem] ${compact ? "mt-2" : "mt-5 mb-8 text-lead"}`}>
              {tagline}
            </p>
            <ActionLinks links={links} />
            <div className={compact ? "max-lg:hidden" : ""}>
              <BadgeList badges={badges} />
            </div>
            {notice && (
              <p className={`max-w-[38rem] text-sm ${compact ? "mt-2 lg:mt-6" : "mt-6"}`}>
                {notice.text}{" "}
                <SiteLink href={notice.link.href} className="font-semibold underline">
                  {notice.link.label}
                </SiteLink>
              </p>
            )}
          </div>
          {media}
        </div>
      </div>
    </section>
  );
}

interface SplitSectionProps {
  title?: string | null;
  intro?: string | null;
  tone?: "white" | "sand";
  children: ReactNode;
}

/** Shows a section whose heading stays in view beside its scrolling content. */
export function SplitSection({ title, intro, tone = "white", children }: SplitSectionProps) {
  return (
    <section className={`py-section ${tone === "sand" ? "bg-sand-100" : "band-white"}`}>
      <div className="page-width grid gap-x-16 lg:grid-cols-[2fr_3fr]">
        <div className="lg:sticky lg:top-32 lg:self-start">
          <SectionHeading title={title} intro={intro} />
        </div>
        <Suspense>{children}</Suspense>
      </div>
    </section>
  );
}

export interface FeatureItem {
  _key: string;
  icon: IconName;
  title: string;
  text: string;
}

const columns = {
  two: "sm:grid-cols-2",
  three: "sm:grid-cols-2 lg:grid-cols-3",
  four: "sm:grid-cols-2 lg:grid-cols-4",
} as const;

interface FeatureGridProps {
  items: readonly FeatureItem[];
  perRow?: keyof typeof columns;
}

/** Shows cards with icon, title and text. The titles are h3 headings. */
export function FeatureGrid({ items, perRow = "three" }: FeatureGridProps) {
  return (
    <ul className={`grid gap-4 lg:gap-6 ${columns[perRow]}`}>
      {items.map((item) => (
        <li key={item._key} className="feature-card card card-border gap-5 max-sm:flex-row">
          <span className="icon-tile">
            <Icon name={item.icon} />
          </span>
          <div>
            <h3 className="text-card">{item.title}</h3>
            <p className="text-soft mt-2 text-sm lg:text-base">{item.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Shows features one below the other, separated by thin lines, for pages that explain at length. */
export function FeatureRows({ items }: { items: readonly FeatureItem[] }) {
  return (
    <ul className="divide-y divide-sand-200 border-y border-sand-200">
      {items.map((item) => (
        <li key={item._key} className="flex gap-5 py-7">
          <span className="icon-tile">
            <Icon name={item.icon} />
          </span>
          <div>
            <h3 className="text-card">{item.title}</h3>
            <p className="text-soft mt-1">{item.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export interface StepItem {
  _key: string;
  title: string;
  text: string;
}

/** Shows numbered steps joined by a line. The visible numbers are decoration, because the list itself is ordered. */
export function StepList({ items }: { items: readonly StepItem[] }) {
  return (
    <ol className="step-list grid gap-8 lg:auto-cols-fr lg:grid-flow-col">
      {items.map((item) => (
        <li key={item._key} className="relative max-lg:pl-16">
          <h3 className="text-card lg:mt-8">{item.title}</h3>
          <p className="text-soft mt-2">{item.text}</p>
        </li>
      ))}
    </ol>
  );
}

export function BadgeList({ badges }: { badges: readonly string[] | null }) {
  if (!badges?.length) return null;
  return (
    <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-3 text-sm font-semibold">
      {badges.map((badge) => (
        <li key={badge} className="flex items-center gap-2">
          <span className="grid size-6 place-items-center rounded-full bg-mint-300 text-petrol-950">
            <Icon name="check" className="size-4" />
          </span>
          {badge}
        </li>
      ))}
    </ul>
  );
}

interface CallToActionProps {
  title: string;
  text: string;
  links: readonly ActionLink[];
  /** "panel" is a dark panel, "band" a tinted section with the buttons at its end, "line" centred text below a line. */
  look?: "panel" | "band" | "line";
}

/** Shows the call to action at the end of a page. Pages use different looks, so that they do not look the same. */
export function CallToAction({ title, text, links, look = "panel" }: CallToActionProps) {
  if (look === "band") {
    return (
      <section className={`py-section ${tones.tint}`}>
        <div className="page-width grid items-center gap-x-16 gap-y-8 lg:grid-cols-[3fr_2fr]">
          <div>
            <h2 className="text-heading">{title}</h2>
            <p className="text-soft mt-4 text-lead">{text}</p>
          </div>
          <ActionLinks links={links} />
        </div>
      </section>
    );
  }
  if (look === "line") {
    return (
      <section className="page-width">
        <div className="grid justify-items-center border-t border-sand-300 py-section text-center">
          <h2 className="text-heading">{title}</h2>
          <p className="text-soft mt-4 mb-8 max-w-[40rem] text-lead">{text}</p>
          <ActionLinks links={links} />
        </div>
      </section>
    );
  }
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

interface ActionLink {
  _key: string;
  label: string;
  href: string;
}

interface ActionLinksProps {
  links: readonly ActionLink[] | null;
  /** Look of the first link. All other links look secondary. */
  look?: ButtonLook;
}

/** Shows the links of a hero or a call to action as buttons. The first link is the main one. */
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

const shapes = {
  arch: "frame-arch",
  tilt: "frame-tilt",
  circle: "frame-circle",
  leaf: "frame-leaf",
  window: "frame-window",
} as const;

export type FrameShape = keyof typeof shapes;

/** Shows an image or drawing cut to one of the brand's shapes, with a coloured copy of the shape behind the image. */
export function Frame({ shape = "arch", children }: { shape?: FrameShape; children: ReactNode }) {
  return (
    <div className={`frame ${shapes[shape]}`}>
      <div className="frame-inside">{children}</div>
    </div>
  );
}

const iconTile = "grid place-items-center rounded-lg [box-shadow:var(--shadow-card)]";

/** Shows a drawing made of the given icons, for pages without an image. */
export function IconScene({ icons }: { icons: readonly IconName[] }) {
  const [main, ...others] = icons;
  if (!main) return null;
  return (
    <div
      className="icon-scene grid grid-cols-3 bg-[linear-gradient(150deg,var(--color-petrol-100),var(--color-mint-100))] grid-rows-3 gap-[5%] p-[14%] text-petrol-800"
      aria-hidden="true"
    >
      <span className={`col-span-2 row-span-2 bg-petrol-700 text-mint-300 ${iconTile}`}>
        <Icon name={main} className="size-1/2" />
      </span>
      {others.slice(0, 3).map((icon) => (
        <span key={icon} className={`bg-white ${iconTile}`}>
          <Icon name={icon} className="size-1/2" />
        </span>
      ))}
    </div>
  );
}
