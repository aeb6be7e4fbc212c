import type { Locator } from "@playwright/test";

/**
 * Returns a text with the outlines and borders that mark a control in forced colours. Background colours are omitted,
 * because the system replaces all backgrounds in this mode.
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
