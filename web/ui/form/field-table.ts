import type { ComponentProps, ComponentType } from "react";
import type { FieldValues, Path } from "react-hook-form";
import type * as z from "zod/mini";
import { lengths } from "#contracts/fields/text.ts";
import type { InputMaskName } from "./input-mask.tsx";
import type { LoadMask, TextFieldProps } from "./controls.tsx";

interface Look extends Pick<
  ComponentProps<"input">,
  "autoComplete" | "autoCapitalize" | "spellCheck" | "inputMode"
> {
  /** Id of the control, needed when a page has several fields with this name. */
  id?: string;
  section?: string;
  isWide?: true;
  /** Prevents typing beyond the maximum length that the zod contract sets. */
  stopsAtLimit?: true;
  /** Excludes the field from saved drafts. */
  isSecret?: true;
  mask?: InputMaskName;
  /** Loads another component in place of a mask. `emailLook` loads the question about mistyped addresses. */
  load?: LoadMask;
}

/** Appearance and control of a field. The zod contract defines which values are valid. */
export type FieldLook = Look &
  (
    | { control: "text" | "email" | "tel" | "money" | "textarea" | "checkbox" }
    // `passwordLook` sets `Control`. Pages without password fields therefore do not load the component.
    | { control: "password"; Control: ComponentType<TextFieldProps> }
    | { control: "select"; options: readonly { value: string; label: string }[] }
    // The latest possible date is today when `max` is missing.
    | { control: "date"; min: string; max?: string }
  );

/** Description of a form: all fields of its zod contract, in the order in which the page shows them. */
export interface FieldTable<Input extends FieldValues, Output extends FieldValues> {
  schema: z.ZodMiniType<Output, Input>;
  names: readonly Path<Input>[];
  looks: Readonly<Record<Path<Input>, FieldLook>>;
  boxes: readonly Path<Input>[];
  /** Names of the fields whose values the browser tab stores until the form is sent. */
  draftNames: readonly Path<Input>[];
  /** Returns the limits that the zod contract sets for a field, as attributes of the field's control. */
  limitsOf(name: Path<Input>): { required: boolean; minLength?: number; maxLength?: number };
}

type Contract<Input extends FieldValues, Output extends FieldValues> = z.ZodMiniType<
  Output,
  Input
> & { shape: Readonly<Record<string, z.ZodMiniType>> };

/** Combines a zod contract with the looks of its fields. A missing or extra field is a compile error. */
export function defineFields<Input extends FieldValues, Output extends FieldValues>(
  schema: Contract<Input, Output>,
  looks: Readonly<Record<Path<Input>, FieldLook>>,
): FieldTable<Input, Output> {
  const names = Object.keys(looks).filter((name): name is Path<Input> => name in looks);
  return {
    schema,
    names,
    looks,
    boxes: names.filter((name) => looks[name].control === "checkbox"),
    draftNames: names.filter((name) => !looks[name].isSecret),
    limitsOf(name) {
      const field = schema.shape[name];
      const { min, max } = (field && lengths.get(field)) ?? {};
      return {
        required: !field?.safeParse(undefined).success,
        // A minimum length of one means the same as `required`, so it is left out.
        ...(min && min > 1 ? { minLength: min } : {}),
        ...(looks[name].stopsAtLimit && max !== undefined ? { maxLength: max } : {}),
      };
    },
  };
}
