import { useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { fieldMessages } from "../../../supabase/functions/_shared/contracts/field-messages.ts";
import type { FieldTable } from "./field-table.ts";

/**
 * Tells the browser which fields break the contract, of which it knows no more than lengths and
 * ranges: style sheets then see it (`:valid`) as each key is pressed, without a rendering. The ids of the
 * controls equal the names; all arguments but the form must be constants.
 */
export function useNativeValidity<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  { schema, names }: FieldTable<Input, Output>,
): void {
  const { subscribe, getValues, getFieldState } = form;
  useEffect(() => {
    const judge = () => {
      const parsed = schema.safeParse(getValues());
      const messages = parsed.success ? {} : fieldMessages(parsed.error);
      for (const name of names) {
        // What the function alone found is in the field's state.
        const message = messages[name] ?? getFieldState(name).error?.message ?? "";
        document.querySelector<HTMLInputElement>(`#${name}`)?.setCustomValidity(message);
      }
    };
    judge();
    return subscribe({ formState: { values: true, errors: true }, callback: judge });
  }, [subscribe, getValues, getFieldState, schema, names]);
}
