import type { Locator } from "@playwright/test";

/**
 * The lines that still set a control apart where the reader's own palette replaces every colour
 * (`forcedColors: "active"`), as one text. No colours: a fill that is replaced is nobody's mark.
 */
export function forcedLook(control: Locator): Promise<string> {
  return control.evaluate((element) =>
    [undefined, "::before", "::after"]
      .map((part) => {
        const { border, borderTop, outline, textDecorationLine } = getComputedStyle(element, part);
        return [border, borderTop, outline, textDecorationLine].join("; ");
      })
      .join("\n"),
  );
}
