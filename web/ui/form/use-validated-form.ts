import { type RefObject, useContext, useEffect, useRef } from "react";
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
import { fieldMessages, otherwiseInvalid } from "#contracts/reply.ts";
import type { FieldTable } from "./field-table.ts";
import type { Problem } from "./form.tsx";
import { TypedTextContext } from "./typed-text.ts";

interface FormRules<Input, Output> {
  schema: z.ZodMiniType<Output, Input>;
  /** Field names in the order shown. Each must equal its control's id, because the error summary links to that id. */
  names: readonly Path<Input>[];
}

export interface ValidatedForm<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>;
  names: readonly Path<Input>[];
  /** Returns what react-hook-form's `register` returns for a field, and the field's error message. */
  field(name: Path<Input>): UseFormRegisterReturn & { error: string | undefined };
  /** Errors for the summary, empty before the first submit. Until then, errors are shown only beside their fields. */
  problems: readonly Problem[];
  /** Ref of the error summary, which takes the focus after a refused submit. */
  summary: RefObject<HTMLElement | null>;
}

/** Creates a form from a zod contract. Sets no default values, because text may have been typed before hydration. */
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
  const follow = useContext(TypedTextContext);
  const controlIds = useRef(new Set<string>());
  useEffect(() => follow?.(form, [...controlIds.current]), [follow, form]);
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
    names,
    field(name) {
      const { onBlur, ref, ...registered } = form.register(name);
      return {
        ...registered,
        ref(control: HTMLElement | null) {
          if (control) controlIds.current.add(control.id);
          ref(control);
        },
        onBlur: checkAfterPress(onBlur),
        error: errorOf(name),
      };
    },
    problems,
    summary,
  };
}

/** Validates a field after the field loses the focus. Skips a field that has disappeared with a closed dialog. */
function checkAfterPress(check: ChangeHandler): ChangeHandler {
  return async (event) => {
    const target: unknown = event.target;
    afterPress(() => {
      if (target instanceof Element && target.getClientRects().length > 0) void check(event);
    });
  };
}

/**
 * Sets each control's browser validity from the zod contract, so that styles for `:valid` need no React rendering.
 * Control ids must equal field names, and all arguments except the form must be constants.
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
        // Errors that only the edge function finds are stored in the field's state, not in `messages`.
        const message = messages[name] ?? getFieldState(name).error?.message ?? "";
        document.querySelector<HTMLInputElement>(`#${name}`)?.setCustomValidity(message);
      }
    };
    judge();
    return subscribe({ formState: { values: true, errors: true }, callback: judge });
  }, [subscribe, getValues, getFieldState, schema, names]);
}

/** Runs `work` after the mouse button is released. A new error message could move the button that is being clicked. */
export function afterPress(work: () => void): void {
  if (!document.querySelector(":active")) return work();
  addEventListener("mouseup", () => setTimeout(work), { once: true });
}
