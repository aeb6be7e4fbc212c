import { defineField } from "sanity";
import type { StringRule } from "sanity";
import { allChecks } from "../../validation/all-checks.ts";
import { checkFilledIn } from "../../validation/filled-in.ts";
import { checkGuaranteeWording } from "../../validation/guarantee-wording.ts";
import { checkVariables } from "../../validation/known-tokens.ts";
import { checkMaximumLength, checkTextLength, maximumOf } from "../../validation/text-length.ts";
import { countedInput } from "./counted-input.ts";

interface CopyField {
  name: string;
  title: string;
  description?: string;
  /** Copy is required unless said otherwise, so that generated types are not nullable. */
  optional?: boolean;
  initialValue?: string;
  /** What the text may name beside the business rules. */
  variables?: readonly string[];
  /**
   * How many characters still look well where the text stands: more are pointed out, and half as
   * many again are refused.
   */
  limit?: number;
}

type CopyRules = Required<Pick<CopyField, "optional" | "variables" | "limit">>;

/** What a button has room for, and other labels in one line of a phone. */
export const labelLimit = 40;
/** What a heading has room for. */
export const headingLimit = 70;
const lineLimit = 150;
const paragraphLimit = 500;

function copyRules(rule: StringRule, { optional, variables, limit }: CopyRules) {
  return [
    (optional ? rule : rule.required()).custom(
      allChecks(checkVariables(variables), checkFilledIn, checkMaximumLength(maximumOf(limit))),
    ),
    rule
      .custom(
        allChecks(
          checkGuaranteeWording,
          checkTextLength(limit, "um texto maior não cabe bem onde aparece."),
        ),
      )
      .warning(),
  ];
}

/** One line of text that visitors read; `{{tokens}}` of the business rules are allowed. */
export function lineField({
  optional = false,
  variables = [],
  limit = lineLimit,
  ...field
}: CopyField) {
  return defineField({
    ...field,
    type: "string",
    components: { input: countedInput(limit) },
    validation: (rule) => copyRules(rule, { optional, variables, limit }),
  });
}

/** A paragraph that visitors read; `{{tokens}}` of the business rules are allowed. */
export function paragraphField({
  optional = false,
  variables = [],
  limit = paragraphLimit,
  ...field
}: CopyField) {
  return defineField({
    ...field,
    type: "text",
    rows: 3,
    components: { input: countedInput(limit) },
    validation: (rule) => copyRules(rule, { optional, variables, limit }),
  });
}

/** One required line per entry of `titles` (field name to Portuguese title). */
export function lineFields(titles: Record<string, string>) {
  return Object.entries(titles).map(([name, title]) => lineField({ name, title }));
}
