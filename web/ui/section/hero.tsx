import type { ReactNode } from "react";
import { ActionLinks, type ActionLink } from "./action-links.tsx";
import { BadgeList } from "./badge-list.tsx";

const tones = {
  sand: "hero-sand",
  mint: "hero-mint",
  amber: "hero-amber",
  petrol: "hero-petrol",
  night: "hero-night on-dark",
} as const;

export type HeroTone = keyof typeof tones;

interface HeroProps {
  title: string;
  tagline: string;
  links?: readonly ActionLink[] | null;
  badges?: readonly string[] | null;
  /** A framed image; without it the text takes the whole width. */
  media?: ReactNode;
  tone?: HeroTone;
  /** The largest type of the site, for the home page. */
  display?: boolean;
  /** Puts the image before the text on wide screens. */
  mirrored?: boolean;
}

/** The opening of a page: what this is, why to trust it, what to do next. */
export function Hero({
  title,
  tagline,
  links = null,
  badges = null,
  media,
  tone = "sand",
  display,
  mirrored,
}: HeroProps) {
  return (
    <section className={`hero-band ${tones[tone]} ${mirrored ? "hero-mirrored" : ""}`}>
      <div className="page-width">
        <div className={media ? "hero-grid" : "max-w-[58rem]"}>
          <div>
            <h1 className={display ? "text-display" : "text-title"}>{title}</h1>
            <p className="text-soft mt-5 mb-8 max-w-[38rem] text-lead">{tagline}</p>
            <ActionLinks links={links} />
            <BadgeList badges={badges} />
          </div>
          {media}
        </div>
      </div>
    </section>
  );
}
