/** How wide a text is, in CSS pixels. */
export type MeasureText = (text: string) => number;

/**
 * The beginning of a text that fits into `width` pixels, at the end of a word and with an ellipsis,
 * as search results show it; all of it when it fits.
 */
export function cutText(text: string, width: number, measure: MeasureText): string {
  if (measure(text) <= width) return text;
  const words = text.split(" ");
  const fitting = words.findLastIndex(
    (_word, index) => measure(`${words.slice(0, index).join(" ")} …`) <= width,
  );
  return `${words.slice(0, Math.max(fitting, 1)).join(" ")} …`;
}
