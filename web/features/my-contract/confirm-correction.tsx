import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { acceptanceNameField } from "../../../supabase/functions/_shared/contracts/offer.ts";
import { DataFailure, readReply } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { contractClient } from "../../backend/contract-session.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import type { ContractTexts } from "./contract-data.ts";

const printedSchema = z.object({
  landlord_name: z.string(),
  property_address: z.string(),
  start_date: z.string(),
  end_date: z.string(),
});
const correctionSchema = z.nullable(
  z.object({
    id: z.string(),
    reason: z.string(),
    former: printedSchema,
    wanted: printedSchema,
  }),
);
const acceptedSchema = z.object({ outcome: z.string() });
const nameRules = {
  schema: z.object({ fullName: acceptanceNameField() }),
  names: ["fullName"] as const,
};

interface ConfirmCorrectionProps {
  contractId: string;
  texts: ContractTexts["correction"];
}

/** What staff would correct of what was accepted: it holds once the tenant accepts it here. */
export function ConfirmCorrection({ contractId, texts }: ConfirmCorrectionProps) {
  const backend = useBackend();
  const queries = useQueryClient();
  const { form, field } = useValidatedForm(nameRules);
  const { data } = useQuery({
    queryKey: ["contract", contractId, "correction"],
    queryFn: ({ signal }) => readCorrection(backend, contractId, signal),
    gcTime: 0,
  });
  const accepting = useMutation({
    mutationFn: ({ id, fullName }: { id: string; fullName: string }) =>
      acceptCorrection(backend, id, fullName),
    onSuccess({ outcome }) {
      if (outcome === "name") {
        form.setError("fullName", { message: texts.wrongNameText }, { shouldFocus: true });
        return undefined;
      }
      return queries.invalidateQueries({ queryKey: ["contract"] });
    },
  });
  if (accepting.data?.outcome === "accepted") {
    return (
      <output className="alert alert-success alert-soft rounded-md print:hidden">
        {texts.acceptedText}
      </output>
    );
  }
  if (!data) return null;
  return (
    <section
      className="card card-border grid gap-5 print:hidden"
      aria-labelledby="correction-title"
    >
      <h2 id="correction-title" className="text-card">
        {texts.title}
      </h2>
      <p>{texts.text}</p>
      <p className="whitespace-pre-line wrap-anywhere">
        <strong>{texts.reasonLabel}:</strong> {data.reason}
      </p>
      <div className="grid gap-3 rounded-md bg-sand-100 p-5">
        <Printed label={texts.nowLabel} printed={data.former} />
        <Printed label={texts.thenLabel} printed={data.wanted} />
      </div>
      <Form
        className="grid gap-4"
        onSubmit={(event) =>
          void form.handleSubmit(({ fullName }) => {
            if (!accepting.isPending) accepting.mutate({ id: data.id, fullName });
          })(event)
        }
      >
        <TextField
          {...field("fullName")}
          texts={{ label: texts.nameLabel }}
          autoComplete="name"
          maxLength={100}
          required
        />
        {accepting.isError && (
          <FormAlert key={accepting.submittedAt}>
            <p>{texts.failedText}</p>
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

interface PrintedProps {
  label: string;
  printed: z.output<typeof printedSchema>;
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

async function readCorrection(backend: Backend | null, contractId: string, signal: AbortSignal) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  const reply = await client
    .rpc("waiting_correction", { contract_id: contractId })
    .abortSignal(signal);
  return correctionSchema.parse(readReply(reply));
}

async function acceptCorrection(backend: Backend | null, id: string, fullName: string) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  const reply = await client.rpc("accept_correction", { correction_id: id, full_name: fullName });
  return acceptedSchema.parse(readReply(reply));
}
