import { columnOf } from "../contracts/column-of.ts";
import { withoutLinks } from "./mail-formats.ts";
import type { DetailRow } from "./mail-parts.tsx";

/**
 * Everything that came with a form, in the order of its titles. `written` has the fields that are
 * not written as the text that they are; null where the mail says them elsewhere.
 */
export function sentRows<
  Sent extends Readonly<Record<string, string | number | boolean | null | undefined>>,
>(
  sent: Sent,
  titles: Readonly<Record<string, string>>,
  written: Readonly<Record<string, ((sent: Sent) => string) | null>>,
): DetailRow[] {
  return Object.entries(titles).flatMap(([name, title]) => {
    const write = written[name];
    if (write === null) return [];
    const value = write ? write(sent) : withoutLinks(String(sent[columnOf(name)] ?? ""));
    return value ? [[title, value] as const] : [];
  });
}
