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
