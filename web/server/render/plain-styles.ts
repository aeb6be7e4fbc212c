const REGISTRATIONS = /@property --tw-[\w-]+\s*\{[^{}]*\}/g;
const FALLBACK = /(@layer properties\s*\{)\s*@supports [^{]+\{[^{}]*(\{[^{}]*\})\s*\}/;
/** A slip of the component library: the property has a hyphen in front, and stands beside it. */
const NO_PROPERTY = /(?<=[;{])webkit-user-select:[^;}]*;?/g;
/** Tailwind's notice stays in the style sheet that pages load for what happens next. */
const COMMENT = /\/\*[^]*?\*\//g;

/**
 * Gives Tailwind's variables their first values by one plain rule, as Tailwind does for browsers
 * without `@property`: it takes fewer bytes than forty registrations, most of which a page does
 * not use, and is CSS that the Nu validator knows. `::before` and its like inherit them from their
 * elements: named in the rule, they would cost the style of every element twice more.
 */
export function plainStyles(css: string): string {
  return css
    .replace(REGISTRATIONS, "")
    .replace(FALLBACK, "$1*$2")
    .replace(NO_PROPERTY, "")
    .replace(COMMENT, "");
}
