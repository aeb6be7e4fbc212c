import type { MeasureText } from "./cut-text.ts";

/** Measures text in a font, given as in CSS. Only in a browser. */
export function measureIn(font: string): MeasureText {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return (text) => text.length;
  context.font = font;
  return (text) => context.measureText(text).width;
}
