/** Colours of the theme for drawings that cannot use the style sheet. */
export const brandColours = {
  white: "#ffffff",
  petrol600: "#14706f",
  petrol700: "#0d5457",
  petrol950: "#062a2d",
  mint200: "#b8edd7",
  mint300: "#86e0bd",
  sand100: "#f8f4ec",
  amber400: "#f6b24a",
} as const;

/** Shapes of the logo symbol on a 32 x 32 grid: a door whose keyhole is the letter P. */
export const logoShapes = {
  door: "M4 16a12 12 0 0 1 24 0v11a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z",
  letter: "M11 10.5A2.5 2.5 0 0 1 13.5 8H16a6.5 6.5 0 1 1 0 13h-.5v4a2.25 2.25 0 0 1-4.5 0z",
  hole: { cx: 16, cy: 14.5, r: 2.4 },
} as const;
