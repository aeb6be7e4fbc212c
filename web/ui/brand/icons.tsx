import { logoShapes } from "./brand.ts";
import drawings from "./icons.svg?url&no-inline";

/** Shows a decorative icon. Screen readers skip the icon and read the text beside it. */
export function Icon({ name, className = "size-6" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`${drawings}#icon-${name}`} />
    </svg>
  );
}

export function Logo({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2 text-[min(1.5rem,7vw)] leading-none font-extrabold tracking-tight">
      {/* The drawing has a gap at its left. The negative margin aligns the symbol with the page's edge. */}
      <svg className="-ml-1 size-[1.5em]" viewBox="0 0 32 32" aria-hidden="true">
        <path className="fill-(--logo-door,var(--color-petrol-700))" d={logoShapes.door} />
        <path className="fill-mint-300" d={logoShapes.letter} />
        <circle className="fill-petrol-950" {...logoShapes.hole} />
      </svg>
      {name}
    </span>
  );
}

/** Names of the icons in `icons.svg` (24 x 24 grid, strokes 1.75 wide). Editors can choose the icons up to "bell". */
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
