/** Colours of the theme, for what is drawn where no style sheet reaches. */
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
