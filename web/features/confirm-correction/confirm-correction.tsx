import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import * as z from "zod/mini";
import { acceptCorrectionFormSchema } from "../../../supabase/functions/_shared/contracts/guarantee/correction.ts";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import type { WaitingCorrection } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";

const nameRules = { schema: acceptCorrectionFormSchema, names: ["fullName"] as const };

interface ConfirmCorrectionProps {
  /** Null for none. */
  correction: WaitingCorrection | null | undefined;
  /** Of the request's link; who is signed in shows a token instead. */
  secret?: string;
  readAccessToken?: () => Promise<string | undefined>;
  texts: CorrectionTexts;
  /** It was accepted, or turns out to wait no more. */
  onChange: () => void;
}

/** What staff would correct of what was accepted: it holds once the tenant accepts it here. */
export function ConfirmCorrection(props: ConfirmCorrectionProps) {
  const { correction, secret, readAccessToken, texts, onChange } = props;
  const backend = useBackend();
  const { form, field } = useValidatedForm(nameRules);
  const accepting = useMutation({
    async mutationFn(typed: { correctionId: string; fullName: string }) {
      const accessToken = await readAccessToken?.();
      await callFunction(backend, {
        name: "accept-correction",
        body: { ...typed, ...(secret !== undefined && { secret }) },
        data: z.object({}),
        ...(accessToken !== undefined && { accessToken }),
      });
      return typed.correctionId;
    },
    onSuccess: onChange,
    onError(error) {
      if (isWrongName(error)) {
        form.setError("fullName", { message: texts.wrongNameText }, { shouldFocus: true });
      } else if (error instanceof CallFailure && gone.has(error.code)) onChange();
    },
  });
  if (accepting.data !== undefined && (!correction || correction.id === accepting.data)) {
    return (
      <output className="alert alert-success alert-soft rounded-md print:hidden">
        {texts.acceptedText}
      </output>
    );
  }
  if (!correction) return null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (accepting.isPending || !correction) return;
    const correctionId = correction.id;
    void form.handleSubmit(({ fullName }) => accepting.mutate({ correctionId, fullName }))(event);
  }

  return (
    <section
      className="card card-border grid gap-5 print:hidden"
      aria-labelledby="correction-title"
    >
      <h2 id="correction-title" tabIndex={-1} className="text-card scroll-mt-24">
        {texts.title}
      </h2>
      <p>{texts.text}</p>
      <p className="whitespace-pre-line wrap-anywhere">
        <strong>{texts.reasonLabel}:</strong> {correction.reason}
      </p>
      <div className="grid gap-3 rounded-md bg-sand-100 p-5">
        <Printed label={texts.nowLabel} printed={correction.former} />
        <Printed label={texts.thenLabel} printed={correction.wanted} />
      </div>
      <Form className="grid gap-4" onSubmit={submit}>
        <TextField
          {...field("fullName")}
          texts={{ label: texts.nameLabel }}
          autoComplete="name"
          maxLength={100}
          required
        />
        {accepting.error && !isWrongName(accepting.error) && (
          <FormAlert key={accepting.submittedAt}>
            <p>{accepting.error.message || texts.failedText}</p>
          </FormAlert>
        )}
        <button
          type="submit"
          className="btn btn-primary max-sm:w-full sm:justify-self-start"
          disabled={accepting.isPending}
        >
          {accepting.isPending && <SpinnerRing />}
          {texts.acceptLabel}
        </button>
      </Form>
    </section>
  );
}

/** Staff took it back, or the contract is over. */
const gone = new Set(["conflict", "not_found"]);

function isWrongName(error: Error | null): boolean {
  return error instanceof CallFailure && error.fields["fullName"] !== undefined;
}

interface PrintedProps {
  label: string;
  printed: WaitingCorrection["wanted"];
}

/** What the letter says, in lines that are compared. */
function Printed({ label, printed }: PrintedProps) {
  return (
    <p className="wrap-anywhere">
      <strong>{label}</strong> {printed.property_address} · {printed.landlord_name} ·{" "}
      <span className="inline-block">
        {formatShortDate(printed.start_date)} a {formatShortDate(printed.end_date)}
      </span>
    </p>
  );
}

/** The words around a correction, which are the contract page's wherever it waits. */
export type CorrectionTexts = NonNullable<ContractQueryResult>["correction"];
