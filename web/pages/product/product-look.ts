import type { FrameShape, HeroTone } from "../../ui/section/sections.tsx";

/** What makes one product page look unlike the next, over the same skeleton. */
export interface ProductLook {
  tone: HeroTone;
  frame: FrameShape;
  /** The picture stands before the text. */
  mirrored: boolean;
  /** Benefits as cards in a row, in a square beside their title, or as rows. */
  benefits: "row" | "square" | "rows";
}

const looks = [
  { tone: "amber", frame: "tilt", mirrored: false, benefits: "row" },
  { tone: "night", frame: "window", mirrored: true, benefits: "square" },
  { tone: "mint", frame: "circle", mirrored: false, benefits: "rows" },
  { tone: "petrol", frame: "leaf", mirrored: true, benefits: "row" },
  { tone: "sand", frame: "arch", mirrored: false, benefits: "square" },
] as const satisfies readonly ProductLook[];

/** The look of the product at a place in the menu (from 0); a sixth product starts over. */
export function productLook(position: number): ProductLook {
  return looks[position % looks.length] ?? looks[0];
}
