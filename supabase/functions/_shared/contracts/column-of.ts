/** The column that keeps a field: full_name for fullName. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A form as the row that keeps it. */
export function rowOf(form: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [columnOf(name), value]));
}
