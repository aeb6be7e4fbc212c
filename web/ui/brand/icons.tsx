import { logoShapes } from "./brand.ts";
import drawings from "./icons.svg?url&no-inline";

/** A decorative icon; its meaning is always in the text beside it. */
export function Icon({ name, className = "size-6" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`${drawings}#icon-${name}`} />
    </svg>
  );
}

/** Symbol and brand name as one mark; `name` is the brand as people read it. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2 text-[min(1.5rem,7vw)] leading-none font-extrabold tracking-tight">
      {/* The door stands inside of its square; without the margin it would miss the page's edge. */}
      <svg className="-ml-1 size-[1.5em]" viewBox="0 0 32 32" aria-hidden="true">
        <path className="fill-(--logo-door,var(--color-petrol-700))" d={logoShapes.door} />
        <path className="fill-mint-300" d={logoShapes.letter} />
        <circle className="fill-petrol-950" {...logoShapes.hole} />
      </svg>
      {name}
    </span>
  );
}

/**
 * Every icon of `icons.svg`, drawn on a 24 x 24 grid with strokes alone, 1.75 wide with round ends.
 * Those up to the bell are what editors choose from; passing their choice to `Icon` fails to
 * compile when a drawing is missing.
 */
export const iconNames = [
  "shield",
  "clock",
  "document",
  "house",
  "key",
  "wallet",
  "handshake",
  "phone",
  "chat",
  "mail",
  "pin",
  "chart",
  "card",
  "terminal",
  "wifi",
  "pix",
  "bolt",
  "calendar",
  "users",
  "lock",
  "percent",
  "globe",
  "star",
  "search",
  "check",
  "heart",
  "building",
  "gear",
  "code",
  "bell",
  "arrow",
  "chevron",
  "menu",
  "close",
  "play",
  "user",
  "instagram",
  "facebook",
  "linkedin",
  "youtube",
] as const;

export type IconName = (typeof iconNames)[number];
