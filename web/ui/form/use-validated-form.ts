import { type RefObject, useEffect, useRef } from "react";
import {
  type ChangeHandler,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  set,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";
import {
  fieldMessages,
  otherwiseInvalid,
} from "../../../supabase/functions/_shared/contracts/reply.ts";
import type { FieldTable } from "./field-table.ts";
import type { Problem } from "./form.tsx";

interface FormRules<Input, Output> {
  schema: z.ZodMiniType<Output, Input>;
  /** Every field in the order of the page; control ids equal names where there is a summary. */
  names: readonly Path<Input>[];
}

export interface ValidatedForm<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>;
  /** What a field's control is registered with, and its error. */
  field(name: Path<Input>): UseFormRegisterReturn & { error: string | undefined };
  /** Once the form was submitted; until then a field's mistake is told beside it alone. */
  problems: readonly Problem[];
  /** Of the summary, which takes the focus after a refused submit. */
  summary: RefObject<HTMLElement | null>;
}

/**
 * A form under a contract's rules and messages. Fields have no default values: what a person typed
 * before the page came alive is theirs, and is read from the page.
 */
export function useValidatedForm<Input extends FieldValues, Output extends FieldValues>({
  schema,
  names,
}: FormRules<Input, Output>): ValidatedForm<Input, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver(values) {
      const parsed = schema.safeParse(values, otherwiseInvalid);
      if (parsed.success) return { values: parsed.data, errors: {} };
      const errors: FieldErrors<Input> = {};
      for (const [name, message] of Object.entries(fieldMessages(parsed.error))) {
        set(errors, name, { type: "contract", message });
      }
      return { values: {}, errors };
    },
    mode: "onTouched",
    shouldFocusError: false,
  });
  const summary = useRef<HTMLElement>(null);
  const { formState } = form;
  const errorOf = (name: Path<Input>) => form.getFieldState(name, formState).error?.message;
  const { submitCount } = formState;
  const found = names.flatMap((name) => {
    const message = errorOf(name);
    return message ? [{ id: name, message }] : [];
  });
  const problems = submitCount > 0 ? found : [];

  const firstProblem = problems[0]?.id;
  const focusProblem = useRef(() => {});
  useEffect(() => {
    focusProblem.current = () => {
      if (summary.current) summary.current.focus();
      else if (firstProblem) form.setFocus(firstProblem);
    };
  });
  useEffect(() => {
    if (submitCount > 0) focusProblem.current();
  }, [submitCount]);

  return {
    form,
    field(name) {
      const { onBlur, ...registered } = form.register(name);
      return { ...registered, onBlur: checkAfterPress(onBlur), error: errorOf(name) };
    },
    problems,
    summary,
  };
}

/** A field is checked when one leaves it, unless it leaves the screen: a dialog that is closed. */
function checkAfterPress(check: ChangeHandler): ChangeHandler {
  return async (event) => {
    const target: unknown = event.target;
    afterPress(() => {
      if (target instanceof Element && target.getClientRects().length > 0) void check(event);
    });
  };
}

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

/**
 * Runs `work` once no pointer is down. A message that appears while a button is pressed would move
 * it away, and the click would be lost.
 */
function afterPress(work: () => void): void {
  if (!document.querySelector(":active")) return work();
  addEventListener("mouseup", () => setTimeout(work), { once: true });
}
