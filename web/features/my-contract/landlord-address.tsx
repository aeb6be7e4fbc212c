import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import * as z from "zod/mini";
import { landlordAddressFormSchema } from "../../../supabase/functions/_shared/contracts/guarantee/landlord.ts";
import { DataFailure, readReply } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { contractClient } from "../../backend/contract-session.ts";
import { SpinnerRing, StatusBadge } from "../../ui/feedback/states.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { type Contract, type ContractTexts, termOf } from "./contract-data.ts";

const rules = defineFields(landlordAddressFormSchema, {
  // Of somebody else.
  address: { control: "email", autoComplete: "off" },
});

const givenSchema = z.array(
  z.object({
    address: z.string(),
    confirmed_at: z.nullable(z.string()),
    refused_at: z.nullable(z.string()),
  }),
);
const outcomeSchema = z.object({
  changed: z.boolean(),
  why: z.optional(z.enum(["closed", "known", "enough"])),
});

interface LandlordAddressProps {
  contract: Contract;
  texts: ContractTexts["landlordAddress"];
}

/** The landlord's addresses that the tenant gave, and the way to give one. */
export function LandlordAddress({ contract, texts }: LandlordAddressProps) {
  const backend = useBackend();
  const queries = useQueryClient();
  const { form, field } = useValidatedForm(rules);
  const queryKey = ["contract", contract.id, "landlord-addresses"];
  const given = useQuery({
    queryKey,
    queryFn: ({ signal }) => readGiven(backend, contract.id, signal),
    gcTime: 0,
  });
  const giving = useMutation({
    mutationFn: (address: string) => give(backend, contract.id, address),
    onSuccess({ changed }) {
      if (changed) form.reset();
      return queries.invalidateQueries({ queryKey });
    },
  });
  if (!texts || !termOf(contract).isRunning) return null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (giving.isPending) return;
    void form.handleSubmit(({ address }) => giving.mutate(address))(event);
  }

  const refusals = {
    closed: texts.closedText,
    known: texts.knownText,
    enough: texts.enoughText,
  };
  const why = giving.data?.why;
  return (
    <section
      className="card card-border grid gap-4 print:hidden"
      aria-labelledby="landlord-address"
    >
      <h2 id="landlord-address" className="text-card">
        {texts.title}
      </h2>
      <p className="text-soft">{texts.text}</p>
      {given.data && given.data.length > 0 && (
        <ul className="grid gap-2">
          {given.data.map(({ address, confirmed_at, refused_at }) => (
            <li key={address} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">{address}</span>
              <StatusBadge tone={confirmed_at ? "good" : refused_at ? "bad" : "waiting"}>
                {confirmed_at
                  ? texts.confirmedLabel
                  : refused_at
                    ? texts.refusedLabel
                    : texts.waitingLabel}
              </StatusBadge>
            </li>
          ))}
        </ul>
      )}
      <Form className="grid gap-4" onSubmit={submit}>
        <Fields table={rules} field={field} texts={{ address: { label: texts.label } }} />
        {giving.isError && (
          <FormAlert key={giving.submittedAt}>
            <p>{texts.failedText}</p>
          </FormAlert>
        )}
        <output className="empty:hidden">
          {giving.data?.changed ? texts.sentText : why && refusals[why]}
        </output>
        <button
          type="submit"
          className="btn btn-outline max-sm:w-full sm:justify-self-start"
          disabled={giving.isPending}
        >
          {giving.isPending && <SpinnerRing />}
          {giving.isPending ? texts.sendingLabel : texts.submitLabel}
        </button>
      </Form>
    </section>
  );
}

async function readGiven(backend: Backend | null, contractId: string, signal: AbortSignal) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  const reply = await client
    .from("landlord_contacts")
    .select("address, confirmed_at, refused_at")
    .eq("contract_id", contractId)
    .order("created_at")
    .abortSignal(signal)
    .retry(false);
  return givenSchema.parse(readReply(reply));
}

async function give(backend: Backend | null, contract_id: string, address: string) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  return outcomeSchema.parse(
    readReply(await client.rpc("give_landlord_address", { contract_id, address })),
  );
}
