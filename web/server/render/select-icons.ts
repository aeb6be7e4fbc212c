import icons from "../../ui/brand/icons.svg?raw";

const [opening = "", closing = ""] = icons.split(/(?<=^<svg[^>]*>)[^]*(?=<\/svg>)/);
const drawings = new Map(
  [...icons.matchAll(/<symbol id="([^"]+)"[^]*?<\/symbol>/g)].map(([drawing, id = ""]) => [
    id,
    drawing,
  ]),
);

/** The drawings of the icons that a page shows, each once, for `<use>` to refer to. */
export function selectIcons(markup: string): string {
  const used = new Set([...markup.matchAll(/<use href="#([^"]+)"/g)].map(([, id = ""]) => id));
  return opening + [...used].map((id) => drawings.get(id) ?? "").join("") + closing.trim();
}
