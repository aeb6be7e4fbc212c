import { type SubmitEvent, useRef, useState } from "react";
import type { FieldValues, Path } from "react-hook-form";
import * as z from "zod/mini";
import { showToast } from "../ui/show-toast.tsx";
import { useValidatedForm } from "../ui/use-validated-form.ts";
import { useBackend } from "./backend-context.tsx";
import { CallFailure, noAnswer } from "./call-failure.ts";
import { callFunction } from "./call-function.ts";

interface PublicFormRules<Input extends FieldValues, Output extends FieldValues> {
  functionName: string;
  schema: z.ZodMiniType<Output, Input>;
  names: readonly Path<Input>[];
  /** Sent beside what the form holds. */
  extra?: object;
  succeeded: { title: string; description: string };
  failed: { title: string; describe: (failure: CallFailure) => string };
}

/**
 * A form that any visitor may send: validated, posted once however often it is submitted, and
 * emptied when it arrived. After a failure all that was typed stays, with what went wrong.
 * Without react-query: nothing is read here that could be kept, and visitors would pay 8 kB for it.
 */
export function usePublicForm<Input extends FieldValues, Output extends FieldValues>(
  rules: PublicFormRules<Input, Output>,
) {
  const { names, succeeded, failed } = rules;
  const backend = useBackend();
  const validated = useValidatedForm(rules);
  const { form } = validated;
  const submission = useRef({ content: "", id: "" });
  const busy = useRef(false);

  const [failure, setFailure] = useState<CallFailure>();

  async function post(values: Output): Promise<void> {
    const content = JSON.stringify({ ...values, ...rules.extra });
    // Sending the same again is a retry, which the database must not store twice.
    if (submission.current.content !== content) {
      submission.current = { content, id: crypto.randomUUID() };
    }
    const body = { ...values, ...rules.extra, submissionId: submission.current.id };
    await callFunction(backend, { name: rules.functionName, body, data: z.object({}) });
  }

  async function send(values: Output): Promise<boolean> {
    setFailure(undefined);
    try {
      await post(values);
      showToast({ ...succeeded, tone: "success" });
      return true;
    } catch (error) {
      const reason = error instanceof CallFailure ? error : noAnswer();
      setFailure(reason);
      for (const name of names) {
        const message = reason.fields[name];
        if (message) form.setError(name, { message });
      }
      showToast({
        title: failed.title,
        description: failed.describe(reason),
        tone: "destructive",
      });
      return false;
    }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const element = event.currentTarget;
    let sent = false;
    await form.handleSubmit(async (values) => {
      sent = await send(values);
    })(event);
    busy.current = false;
    if (!sent) return;
    submission.current = { content: "", id: "" };
    form.reset();
    element.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }

  return {
    ...validated,
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
    isSending: form.formState.isSubmitting,
    /** Of the last attempt; undefined once it is sent again. */
    failure,
    isAvailable: backend !== null,
  };
}
