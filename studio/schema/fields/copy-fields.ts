import { defineField } from "sanity";
import type { StringRule } from "sanity";
import { checkGuaranteeWording } from "../../validation/guarantee-wording.ts";
import { checkTokens } from "../../validation/known-tokens.ts";

interface CopyField {
  name: string;
  title: string;
  description?: string;
  /** Copy is required unless said otherwise, so that generated types are not nullable. */
  optional?: boolean;
  initialValue?: string;
}

function copyRules(rule: StringRule, optional: boolean) {
  return [
    (optional ? rule : rule.required()).custom(checkTokens),
    rule.custom(checkGuaranteeWording).warning(),
  ];
}

/** One line of text that visitors read; `{{tokens}}` of the business rules are allowed. */
export function lineField({ optional = false, ...field }: CopyField) {
  return defineField({
    ...field,
    type: "string",
    validation: (rule) => copyRules(rule, optional),
  });
}

/** A paragraph that visitors read; `{{tokens}}` of the business rules are allowed. */
export function paragraphField({ optional = false, ...field }: CopyField) {
  return defineField({
    ...field,
    type: "text",
    rows: 3,
    validation: (rule) => copyRules(rule, optional),
  });
}

/** One required line per entry of `titles` (field name to Portuguese title). */
export function lineFields(titles: Record<string, string>) {
  return Object.entries(titles).map(([name, title]) => lineField({ name, title }));
}
