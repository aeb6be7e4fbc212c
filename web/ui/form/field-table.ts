import type { ComponentProps, ComponentType } from "react";
import type { FieldValues, Path } from "react-hook-form";
import type * as z from "zod/mini";
import { lengths } from "../../../supabase/functions/_shared/contracts/fields/text.ts";
import type { InputMaskName } from "../../formats/input-masks.ts";
import type { TextFieldProps } from "./controls.tsx";

interface Look extends Pick<
  ComponentProps<"input">,
  "autoComplete" | "autoCapitalize" | "spellCheck" | "inputMode"
> {
  /** Of the control, where a page has several of this name. */
  id?: string;
  /** Which of the form's sections it stands in, where there are any. */
  section?: string;
  /** Takes both columns. */
  isWide?: true;
  /** Nobody can type more than the contract takes. */
  stopsAtLimit?: true;
  /** Kept nowhere but in the page. */
  isSecret?: true;
  mask?: InputMaskName;
}

/** How a field is shown; what it may hold is its contract's. */
export type FieldLook = Look &
  (
    | { control: "text" | "email" | "tel" | "money" | "textarea" | "checkbox" }
    // By passwordLook, which brings the control along.
    | { control: "password"; Control: ComponentType<TextFieldProps> }
    | { control: "select"; options: readonly { value: string; label: string }[] }
    // Until today, unless it says otherwise.
    | { control: "date"; min: string; max?: string }
  );

/** A form as a table: every field of its contract, in the order of the page. */
export interface FieldTable<Input extends FieldValues, Output extends FieldValues> {
  schema: z.ZodMiniType<Output, Input>;
  names: readonly Path<Input>[];
  looks: Readonly<Record<Path<Input>, FieldLook>>;
  /** Those of its fields that are boxes to tick. */
  boxes: readonly Path<Input>[];
  /** Those that the tab may remember until they arrived. */
  draftNames: readonly Path<Input>[];
  /** What the contract says about a field, as attributes of its control. */
  limitsOf(name: Path<Input>): { required: boolean; minLength?: number; maxLength?: number };
}

type Contract<Input extends FieldValues, Output extends FieldValues> = z.ZodMiniType<
  Output,
  Input
> & { shape: Readonly<Record<string, z.ZodMiniType>> };

/** Ties how the fields of a form look to the contract; one without the other does not compile. */
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
        // One is what required says.
        ...(min && min > 1 ? { minLength: min } : {}),
        ...(looks[name].stopsAtLimit && max !== undefined ? { maxLength: max } : {}),
      };
    },
  };
}
