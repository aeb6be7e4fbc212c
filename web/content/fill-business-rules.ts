const TOKEN = /\{\{(\w+)\}\}/g;

/** Values of the `businessRules` singleton by field name. */
export type BusinessRules = Readonly<Record<string, unknown>>;

/**
 * Replaces `{{field}}` tokens in every string of a query result by the business rule of that name,
 * so that a number such as the approval time is written once (specification section 9).
 * Unknown tokens stay as they are: the studio's validation refuses them before publishing.
 */
export function fillBusinessRules<Content>(content: Content, rules: BusinessRules): Content;
export function fillBusinessRules(content: unknown, rules: BusinessRules): unknown {
  if (typeof content === "string") return fillText(content, rules);
  if (Array.isArray(content)) return content.map((item: unknown) => fillBusinessRules(item, rules));
  if (typeof content === "object" && content !== null) {
    return Object.fromEntries(
      Object.entries(content).map(([key, value]) => [key, fillBusinessRules(value, rules)]),
    );
  }
  return content;
}

function fillText(text: string, rules: BusinessRules): string {
  return text.replace(TOKEN, (token, name: string) => {
    const value = rules[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : token;
  });
}
