const variable = /\{\{([^{}]*)\}\}/g;

/** The first `{{variable}}` of a text that is none of `known`; `{{` alone counts as one. */
export function unknownVariable(text: string, known: readonly string[]): string | undefined {
  const names = [...text.matchAll(variable)].map(([, name = ""]) => name);
  const unknown = names.find((name) => !known.includes(name));
  return unknown ?? /[{}]{2}/.exec(text.replaceAll(variable, ""))?.[0];
}

/** A text with its variables filled in; one without a value stays as it is. */
export function fillVariables(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(variable, (written, name: string) => {
    const value = values[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : written;
  });
}
