import { defineField } from "sanity";
import type { StringRule } from "sanity";
import { checkGuaranteeWording } from "../../validation/guarantee-wording.ts";
import { checkVariables } from "../../validation/known-tokens.ts";

interface CopyField {
  name: string;
  title: string;
  description?: string;
  /** Copy is required unless said otherwise, so that generated types are not nullable. */
  optional?: boolean;
  initialValue?: string;
  /** What the text may name beside the business rules. */
  variables?: readonly string[];
}

function copyRules(rule: StringRule, optional: boolean, variables: readonly string[]) {
  return [
    (optional ? rule : rule.required()).custom(checkVariables(variables)),
    rule.custom(checkGuaranteeWording).warning(),
  ];
}

/** One line of text that visitors read; `{{tokens}}` of the business rules are allowed. */
export function lineField({ optional = false, variables = [], ...field }: CopyField) {
  return defineField({
    ...field,
    type: "string",
    validation: (rule) => copyRules(rule, optional, variables),
  });
}

/** A paragraph that visitors read; `{{tokens}}` of the business rules are allowed. */
export function paragraphField({ optional = false, variables = [], ...field }: CopyField) {
  return defineField({
    ...field,
    type: "text",
    rows: 3,
    validation: (rule) => copyRules(rule, optional, variables),
  });
}

/** One required line per entry of `titles` (field name to Portuguese title). */
export function lineFields(titles: Record<string, string>) {
  return Object.entries(titles).map(([name, title]) => lineField({ name, title }));
}
