import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { FormFailure, sentenceOf } from "./form-failure.ts";
import { FormAlert } from "./form.tsx";
import type { ValidatedForm } from "./use-validated-form.ts";

interface Callbacks<Answer> {
  onSuccess: (answer: Answer) => void;
  onError: (error: Error) => void;
}

export interface FormSending<Input extends FieldValues, Output extends FieldValues, Answer> {
  form: ValidatedForm<Input, Output>;
  sending: {
    isPending: boolean;
    error: Error | null;
    submittedAt: number;
    /** True when a toast already explains the failure, so that the alert does not repeat it. */
    isReported?: boolean;
  };
  /** Starts the mutation with the validated values and the given callbacks. */
  onSubmit: (values: Output, callbacks: Callbacks<Answer>) => void;
  /** Text of the alert after a failure that has no error message of its own. */
  failed: string;
}

/** Sends a form once, even after two clicks. After a failure, shows messages beside the fields or in the alert. */
export function useFormSending<Input extends FieldValues, Output extends FieldValues, Answer>(
  { form: { form, names }, sending, onSubmit, failed }: FormSending<Input, Output, Answer>,
  onSuccess: (answer: Answer) => void = () => {},
): { submit: (event: SubmitEvent<HTMLFormElement>) => void; alert: ReactNode } {
  // A second click may come before React has rendered the busy state, so the state is also kept in a ref.
  const isBusy = useRef(false);
  useEffect(() => {
    if (!sending.isPending) isBusy.current = false;
  });
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    void form.handleSubmit((values) => {
      if (isBusy.current || sending.isPending) return;
      isBusy.current = true;
      onSubmit(values, {
        onSuccess,
        onError(error) {
          for (const { name, message } of divideFailure(error, names, failed).beside.toReversed()) {
            form.setError(name, { message }, { shouldFocus: true });
          }
        },
      });
    })(event);
  }
  const said = sending.error && divideFailure(sending.error, names, failed).alert;
  const alert = said && sending.isReported ? failed : said;
  return {
    submit,
    alert: alert && (
      <FormAlert key={sending.submittedAt}>
        <p>{alert}</p>
      </FormAlert>
    ),
  };
}

/**
 * Divides a failure into messages for fields and a message for the alert. The alert is null when it would only repeat a
 * field's message. A database column `full_name` matches a field named `fullName` or `full_name`.
 */
export function divideFailure<Name extends string>(
  error: Error,
  names: readonly Name[],
  otherwise: string,
): { beside: { name: Name; message: string }[]; alert: string | null } {
  const sentence = sentenceOf(error);
  const fields = Object.entries(error instanceof FormFailure ? error.fields : {});
  const beside: { name: Name; message: string }[] = [];
  const elsewhere: string[] = [];
  for (const [field, message] of fields) {
    const name = names.find((known) => bare(known) === bare(field));
    if (name === undefined) elsewhere.push(message);
    else beside.push({ name, message });
  }
  if (elsewhere.length > 0) return { beside, alert: elsewhere.join(" ") };
  const isSaid = beside.some(({ message }) => message === sentence);
  return { beside, alert: isSaid ? null : sentence || otherwise };
}

const bare = (name: string) => name.replaceAll("_", "").toLowerCase();
