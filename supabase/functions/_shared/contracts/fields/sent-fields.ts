import { formatCpf, formatCurrency, formatMonths, formatShortDate } from "./formats.ts";
import { formatPhone } from "./phones.ts";

/** Returns the database column of a form field: full_name for fullName. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function rowOf(form: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [columnOf(name), value]));
}

export interface SentField {
  title: string;
  /** Format in which the value is shown; plain text when absent. */
  kind?: "email" | "phone" | "cpf" | "date" | "money" | "months";
}

/** Writes one value of a submitted form as readable text. Returns an empty string when the value is absent. */
export function writeSent({ kind }: SentField, value: unknown): string {
  if (typeof value === "number") {
    return kind === "months" ? formatMonths(value) : formatCurrency(value);
  }
  const text = typeof value === "string" ? value : "";
  if (kind === "phone") return formatPhone(text);
  if (kind === "cpf") return formatCpf(text);
  return kind === "date" ? formatShortDate(text) : text;
}
