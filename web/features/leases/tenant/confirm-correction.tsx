import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import * as z from "zod/mini";
import { acceptCorrectionFormSchema } from "#contracts/leases/correction.ts";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { type WaitingCorrection, waitingCorrectionSchema } from "#contracts/requests/tracking.ts";
import { callAsParty, useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { CallFailure } from "../../../backend/call-function.ts";
import type { ContractQueryResult } from "../../../content/sanity.types.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { TextField } from "../../../ui/form/controls.tsx";
import { sentenceOf } from "../../../ui/form/form-failure.ts";
import { Form, FormAlert } from "../../../ui/form/form.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";

const nameRules = { schema: acceptCorrectionFormSchema, names: ["fullName"] as const };

interface ConfirmCorrectionProps {
  /** Correction that the tenant has not accepted yet; null or undefined when there is none. */
  correction: WaitingCorrection | null | undefined;
  /** Secret of the tracking link; absent for a signed-in tenant. */
  secret?: string;
  texts: CorrectionTexts;
  onChange: () => void;
}

/** Shows the correction that staff propose to the accepted terms. The correction applies once the tenant accepts. */
export function ConfirmCorrection(props: ConfirmCorrectionProps) {
  const { correction, secret, texts, onChange } = props;
  const backend = useBackend();
  const { form, field } = useValidatedForm(nameRules);
  const accepting = useMutation({
    async mutationFn(typed: { correctionId: string; fullName: string }) {
      const call = { name: "accept-correction", body: typed, data: z.object({}) };
      await callAsParty(backend, secret === undefined ? "tenant" : { secret }, call);
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
            <p>{sentenceOf(accepting.error) || texts.failedText}</p>
          </FormAlert>
        )}
        <Button
          className="btn-primary max-sm:w-full sm:justify-self-start"
          isBusy={accepting.isPending}
        >
          {texts.acceptLabel}
        </Button>
      </Form>
    </section>
  );
}

/** Error codes for a correction that staff have withdrawn, or for a contract that has ended. */
const gone = new Set(["conflict", "not_found"]);

function isWrongName(error: Error | null): boolean {
  return error instanceof CallFailure && error.fields["fullName"] !== undefined;
}

/** Shows the terms of a letter in one line, so that people can compare the old and the new letter. */
function Printed({ label, printed }: { label: string; printed: WaitingCorrection["wanted"] }) {
  return (
    <p className="wrap-anywhere">
      <strong>{label}</strong> {printed.property_address} · {printed.landlord_name} ·{" "}
      <span className="inline-block">
        {formatShortDate(printed.start_date)} a {formatShortDate(printed.end_date)}
      </span>
    </p>
  );
}

type CorrectionTexts = NonNullable<ContractQueryResult>["correction"];

interface OwnCorrectionProps {
  contractId: string;
  texts: CorrectionTexts;
}

/** Shows the correction that the signed-in tenant has not accepted yet; null when there is none. */
export function OwnCorrection({ contractId, texts }: OwnCorrectionProps) {
  const queries = useQueryClient();
  const { data } = useTenantQuery({
    queryKey: ["contract", contractId, "correction"],
    schema: z.nullable(waitingCorrectionSchema),
    ask: (client) => client.rpc("waiting_correction", { contract_id: contractId }),
  });
  return (
    <ConfirmCorrection
      correction={data}
      texts={texts}
      onChange={() => void queries.invalidateQueries({ queryKey: ["contract"] })}
    />
  );
}
