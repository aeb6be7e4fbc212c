import { expect, test } from "vitest";
import { cutText } from "./google-result.tsx";

const tenPixels = (text: string) => [...text].length * 10;

test.each([
  ["Alugue sem fiador", 170, "Alugue sem fiador"],
  ["Alugue sem fiador", 169, "Alugue sem …"],
  ["Alugue sem fiador", 119, "Alugue …"],
  ["Alugue", 10, "Alugue …"],
  ["", 10, ""],
])("cutText shows “%s” in %d pixels as “%s”", (text, width, shown) => {
  expect(cutText(text, width, tenPixels)).toBe(shown);
});
