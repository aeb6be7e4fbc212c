import { type FieldDefinition, type StringDefinition, type StringRule, defineField } from "sanity";
import {
  allChecks,
  checkDrawn,
  checkFilledIn,
  checkGuaranteeWording,
  checkMaximumLength,
  checkRichTextCopy,
  checkRichTextWording,
  checkTextLength,
  checkVariables,
  maximumOf,
} from "../../validation/check-texts.ts";
import { countedInput } from "./counted-input.ts";

/**
 * Variables of a text. Editors write a variable as `{{name}}`, and a value replaces it on the site. Each key is a
 * variable's name, and each value describes the variable to editors.
 */
type Variables = Readonly<Record<string, string>>;

/** Function that makes a named field. `explained` lists variables that an enclosing group already explains. */
export type Field = (name: string, explained: Variables) => FieldDefinition;

/** Fields by name. A string is the title of a required one-line field. */
export type Fields = Readonly<Record<string, string | Field>>;

export function makeFields(fields: Fields, explained: Variables = {}): FieldDefinition[] {
  return Object.entries(fields).map(([name, field]) =>
    (typeof field === "string" ? line(field) : field)(name, explained),
  );
}

/** Makes a field for each entry of `titles`. Each text is one line, and all texts may contain the same variables. */
export function lines(titles: Readonly<Record<string, string>>, variables: Variables): Fields {
  return eachOf(titles, (title) => line(title, variables));
}

/** Makes a field for each entry of `titles`. Each text is a paragraph, and all texts may contain the same variables. */
export function paragraphs(titles: Readonly<Record<string, string>>, variables?: Variables) {
  return eachOf(titles, (title) => paragraph(title, variables));
}

export function eachOf(
  titles: Readonly<Record<string, string>>,
  make: (title: string) => Field,
): Fields {
  return Object.fromEntries(Object.entries(titles).map(([name, title]) => [name, make(title)]));
}

/** Description of a field, or the variables that its text may contain. The studio shows a list of these variables. */
type Explanation = string | Variables;

interface TextOptions {
  /** Text of the description before the list of variables. */
  description?: string;
  /** Whether the text may be empty. Texts are required by default, so that generated types are not nullable. */
  optional?: boolean;
  initialValue?: string;
  /**
   * Whether PDF documents show the text. The text may then contain only characters that the fonts of these documents
   * have.
   */
  isDrawn?: boolean;
  /**
   * Recommended maximum number of characters. The studio warns about longer texts, and refuses texts of more than 1.5
   * times this length.
   */
  limit?: number;
}

/**
 * Maximum number of characters in a label, such as a button's text. A longer label does not fit on one line of a phone.
 */
export const labelLimit = 40;
export const headingLimit = 70;

/**
 * Makes a field for a line that visitors read. The line may contain the given variables and the variables that all
 * texts share, such as business rules.
 */
export function line(
  title: string,
  explanation: Explanation = {},
  options: TextOptions = {},
): Field {
  return (name, explained) =>
    defineField({
      ...copy(title, explanation, { limit: 150, ...options }, explained),
      name,
      type: "string",
    });
}

/** Makes a field for a value that is not prose, such as a phone number. `validation` has the rules of the field. */
export function valueLine(
  title: string,
  validation: NonNullable<StringDefinition["validation"]>,
  description?: string,
): Field {
  return (name) =>
    defineField({ name, title, ...(description && { description }), type: "string", validation });
}

/** Makes a field for a paragraph that visitors read. The paragraph may contain the same variables as a `line`. */
export function paragraph(
  title: string,
  explanation: Explanation = {},
  options: TextOptions = {},
): Field {
  return (name, explained) =>
    defineField({
      ...copy(title, explanation, { limit: 500, ...options }, explained),
      name,
      type: "text",
      rows: 3,
    });
}

function copy(
  title: string,
  explanation: Explanation,
  {
    optional,
    limit,
    isDrawn,
    description: introduction,
    ...options
  }: TextOptions & { limit: number },
  explained: Variables,
) {
  const [variables, description] =
    typeof explanation === "string" ? [{}, explanation] : [explanation, introduction];
  const check = allChecks(
    checkVariables(Object.keys(variables)),
    checkFilledIn,
    checkMaximumLength(maximumOf(limit)),
    ...(isDrawn ? [checkDrawn] : []),
  );
  const warn = allChecks(
    checkGuaranteeWording,
    checkTextLength(limit, "um texto maior não cabe bem onde aparece."),
  );
  return {
    ...options,
    title,
    ...explain(description, variables, explained, Object.keys(variables).length > 3 ? " e " : ", "),
    components: { input: countedInput(limit) },
    validation: (rule: StringRule) => [
      (optional ? rule : rule.required()).custom(check),
      rule.custom(warn).warning(),
    ],
  };
}

interface GroupOptions {
  description?: string;
  /** Variables that texts of the group may contain. The group's description explains the variables for all texts. */
  variables?: Variables;
  collapsed?: boolean;
  optional?: boolean;
  /** Function that checks the fields of the group together. Returns true, or a message for the editor. */
  check?: (value: Record<string, unknown> | undefined) => true | string;
}

/** Makes a foldable part of a document, with its own title. The part is required unless `optional` is set. */
export function group(title: string, fields: Fields, options: GroupOptions = {}): Field {
  const { description, variables = {}, collapsed = false, optional, check = () => true } = options;
  return (name, explained) =>
    defineField({
      name,
      title,
      ...explain(description, variables, explained, " e "),
      type: "object",
      options: { collapsible: true, collapsed },
      fields: makeFields(fields, { ...explained, ...variables }),
      validation: (rule) => (optional ? rule : rule.required()).custom(check),
    });
}

/** Adds variables to a description. Leaves out variables that the description or an enclosing group explains. */
function explain(
  description: string | undefined,
  variables: Variables,
  explained: Variables,
  lastSeparator: ", " | " e ",
) {
  const parts = Object.entries(variables)
    .filter(([name, value]) => explained[name] !== value && !description?.includes(`{{${name}}}`))
    .map(([name, value], index) => `{{${name}}}${index === 0 ? " vira" : ""} ${value}`);
  const last = parts.pop();
  const sentence = last && `${[parts.join(", "), last].filter(Boolean).join(lastSeparator)}.`;
  const text = [description, sentence].filter(Boolean).join(" ");
  return text ? { description: text } : {};
}

/** Returns a list of variables and their descriptions, for use inside the description of a field. */
export function listVariables(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `{{${name}}} (${value})`)
    .join(", ");
}

/**
 * Makes a formatted-text field. Sanity ignores a type's rules when a field has its own rules, so the field repeats the
 * type's rules.
 */
export function richText(title: string, { optional = false } = {}): Field {
  return (name) =>
    defineField({
      name,
      title,
      type: "richText",
      validation: (rule) => [
        (optional ? rule : rule.required().min(1)).custom(checkRichTextCopy),
        rule.custom(checkRichTextWording).warning(),
      ],
    });
}
