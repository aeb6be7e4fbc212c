import { formatCpf, formatCurrency, formatMonths, formatShortDate } from "./formats.ts";
import { formatPhone } from "./phones.ts";

/** The column that keeps a field: full_name for fullName. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A form as the row that keeps it. */
export function rowOf(form: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [columnOf(name), value]));
}

/** A field of a form as it is shown to whoever reads what was sent. */
export interface SentField {
  title: string;
  /** How it is written; text as it is. */
  kind?: "email" | "phone" | "cpf" | "date" | "money" | "months";
}

/** A value of a form's row as people read it; nothing for one that is absent. */
export function writeSent({ kind }: SentField, value: unknown): string {
  if (typeof value === "number") {
    return kind === "months" ? formatMonths(value) : formatCurrency(value);
  }
  const text = typeof value === "string" ? value : "";
  if (kind === "phone") return formatPhone(text);
  if (kind === "cpf") return formatCpf(text);
  return kind === "date" ? formatShortDate(text) : text;
}
