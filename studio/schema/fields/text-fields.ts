import { Fragment, type ReactElement, createElement } from "react";
import { type FieldDefinition, type StringRule, defineArrayMember, defineField } from "sanity";
import { checkRichTextCopy, checkRichTextWording } from "../../validation/rich-text.ts";
import {
  allChecks,
  checkFilledIn,
  checkGuaranteeWording,
  checkMaximumLength,
  checkTextLength,
  checkVariables,
  maximumOf,
} from "../../validation/texts.ts";

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

interface GroupField {
  name: string;
  title: string;
  description?: string;
  fields: FieldDefinition[];
  collapsed?: boolean;
  optional?: boolean;
  /** What the fields have to be together; gives the message for the editor. */
  check?: (value: Record<string, unknown> | undefined) => true | string;
}

/** A part of a document, required unless said otherwise, shown as a fold with its own title. */
export function groupField({
  collapsed = false,
  optional = false,
  check = () => true,
  ...field
}: GroupField) {
  return defineField({
    ...field,
    type: "object",
    options: { collapsible: true, collapsed },
    validation: (rule) => (optional ? rule : rule.required()).custom(check),
  });
}

interface ListField {
  name?: string;
  title?: string;
  description?: string;
  /** Exactly as many items as the layout of the page has places for. */
  count?: number;
}

/** Cards with icon, title and text. */
export function featuresField({ name = "items", title = "Itens", count, ...field }: ListField) {
  return defineField({
    ...field,
    name,
    title,
    type: "array",
    of: [defineArrayMember({ type: "feature" })],
    validation: (rule) => (count ? rule.required().length(count) : rule.required().min(1)),
  });
}

/** Numbered steps, in the order the visitor takes them. */
export function stepsField({ name = "items", title = "Passos", count, ...field }: ListField) {
  return defineField({
    ...field,
    name,
    title,
    type: "array",
    of: [defineArrayMember({ type: "step" })],
    validation: (rule) => (count ? rule.required().length(count) : rule.required().min(1)),
  });
}

interface LinksField {
  name?: string;
  title?: string;
  description?: string;
  minimum: number;
  maximum: number;
}

/** Links shown as buttons or as a list. */
export function linksField({
  name = "links",
  title = "Botões",
  minimum,
  maximum,
  ...field
}: LinksField) {
  return defineField({
    ...field,
    name,
    title,
    type: "array",
    of: [defineArrayMember({ type: "link" })],
    validation: (rule) =>
      minimum > 0 ? rule.required().min(minimum).max(maximum) : rule.max(maximum),
  });
}

interface RichTextField {
  name: string;
  title: string;
  optional?: boolean;
}

/**
 * Running text that visitors read. The rules are here and not on the type, because a field's
 * `validation` replaces the one of its type.
 */
export function richTextField({ optional = false, ...field }: RichTextField) {
  return defineField({
    ...field,
    type: "richText",
    validation: (rule) => [
      (optional ? rule : rule.required().min(1)).custom(checkRichTextCopy),
      rule.custom(checkRichTextWording).warning(),
    ],
  });
}

interface TextInput<Props> {
  value?: string | undefined;
  renderDefault: (props: Props) => ReactElement;
}

const style = { margin: "0.4em 0 0", fontSize: "0.75rem", textAlign: "right" } as const;

/** An input that counts its characters as one types. Without JSX: Node reads the schema as it is. */
export function countedInput(limit: number) {
  return function CountedInput<Props extends TextInput<Props>>(props: Props) {
    const { length } = props.value ?? "";
    const count = createElement("p", { style }, `${length} de ${limit} caracteres`);
    return createElement(Fragment, {}, props.renderDefault(props), count);
  };
}
