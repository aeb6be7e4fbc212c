import type { Locator } from "@playwright/test";

/**
 * What still sets a control apart where the reader's own palette replaces every colour
 * (`forcedColors: "active"`), as one text: lines, marks and colours with a part of their own.
 */
export function forcedLook(control: Locator): Promise<string> {
  return control.evaluate((element) =>
    [undefined, "::before", "::after"]
      .map((part) => {
        const { content, color, backgroundColor, border, outline, textDecorationLine } =
          getComputedStyle(element, part);
        return [content, color, backgroundColor, border, outline, textDecorationLine].join("; ");
      })
      .join("\n"),
  );
}
