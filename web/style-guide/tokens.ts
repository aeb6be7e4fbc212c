export interface Token {
  /** Name of the token without its kind, such as `petrol-700`. */
  name: string;
  value: string;
}

/** Reads the design tokens of one kind (`color`, `text`, `radius`, …) from the `@theme` of the styles. */
export function readTokens(styles: string, kind: string): Token[] {
  const theme = /@theme inline \{([\s\S]*?)\n\}/.exec(styles)?.[1] ?? "";
  const declaration = new RegExp(`^  --${kind}-([\\w-]+):\\s*([^;]+);`, "gm");
  return [...theme.matchAll(declaration)]
    .map(([, name = "", value = ""]) => ({ name, value: value.replaceAll(/\s+/g, " ") }))
    .filter(({ name, value }) => !name.includes("--") && value !== "initial");
}

/** Returns the contrast ratio of two colours (`#rrggbb` or `#rgb`), from 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const hex = color.slice(1);
  const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g);
  const [red = 0, green = 0, blue = 0] = (pairs ?? []).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
