import * as z from "zod/mini";
import { landlordAddressFormSchema } from "#contracts/fields/landlords.ts";
import { standings } from "#contracts/leases/address-standing.ts";
import { useTenantAction, useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { emailLook } from "../../../content/email-field.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { StatusBadge, type StatusTone } from "../../../ui/feedback/states.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import type { Contract, ContractTexts } from "../../leases/tenant/contract-data.ts";

const rules = defineFields(landlordAddressFormSchema, {
  // The address belongs to another person, so the browser must not fill in the user's own.
  address: { ...emailLook, autoComplete: "off" },
});

const givenSchema = z.array(
  z.object({
    address: z.string(),
    confirmed_at: z.nullable(z.string()),
    refused_at: z.nullable(z.string()),
    standing: z.enum(standings),
  }),
);
type GivenAddress = z.output<typeof givenSchema>[number];

const outcomeSchema = z.object({
  changed: z.boolean(),
  why: z.optional(z.enum(["closed", "enough"])),
});

interface LandlordAddressProps {
  contract: Contract;
  texts: ContractTexts["landlordAddress"];
}

/** Lists the landlord's addresses that the tenant gave, with a form for one more. */
export function LandlordAddress({ contract, texts }: LandlordAddressProps) {
  const form = useValidatedForm(rules);
  const queryKey = ["contract", contract.lease_id, "landlord-addresses"];
  const given = useTenantQuery({
    queryKey,
    schema: givenSchema,
    ask: (client) =>
      client
        .from("lease_addresses")
        .select("address, confirmed_at, refused_at, standing")
        .eq("lease_id", contract.lease_id)
        .order("created_at"),
  });
  const giving = useTenantAction({
    ask: (client, address: string) =>
      client.rpc("give_landlord_address", { contract_id: contract.id, address }),
    schema: outcomeSchema,
    changes: queryKey,
    onSuccess({ changed }) {
      if (changed) form.form.reset();
    },
  });
  const { submit, alert } = useFormSending({
    form,
    sending: giving,
    onSubmit: ({ address }, callbacks) => giving.mutate(address, callbacks),
    failed: texts?.failedText ?? "",
  });
  if (!texts || contract.status === "cancelled") return null;

  const refusals = { closed: texts.closedText, enough: texts.enoughText };
  const why = giving.data?.why;
  const states = given.data?.map((one) => ({ ...one, state: stateOfAddress(one) })) ?? [];
  return (
    <section
      className="card card-border grid gap-4 print:hidden"
      aria-labelledby="landlord-address"
    >
      <h2 id="landlord-address" className="text-card">
        {texts.title}
      </h2>
      <p className="text-soft">{texts.text}</p>
      {states.length > 0 && (
        <ul className="grid gap-2">
          {states.map(({ address, state }) => (
            <li key={address} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">{address}</span>
              <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>
            </li>
          ))}
        </ul>
      )}
      {states.some(({ state }) => state === "readsLabel") && <p>{texts.readsText}</p>}
      <Form className="grid gap-4" onSubmit={submit}>
        <Fields table={rules} field={form.field} texts={{ address: { label: texts.label } }} />
        {alert}
        <output className="empty:hidden">
          {giving.data?.changed ? texts.sentText : why && refusals[why]}
        </output>
        <Button
          className="btn-outline max-sm:w-full sm:justify-self-start"
          isBusy={giving.isPending}
        >
          {giving.isPending ? texts.sendingLabel : texts.submitLabel}
        </Button>
      </Form>
    </section>
  );
}

const tones = {
  waitingLabel: "waiting",
  refusedLabel: "bad",
  readsLabel: "neutral",
  actsLabel: "good",
} satisfies Record<string, StatusTone>;

/** Returns the key of the text that says whether an address is confirmed, and what it may do. */
export function stateOfAddress(
  given: Pick<GivenAddress, "confirmed_at" | "refused_at" | "standing">,
): keyof typeof tones {
  if (given.refused_at !== null) return "refusedLabel";
  if (given.confirmed_at === null) return "waitingLabel";
  return given.standing === "acts" ? "actsLabel" : "readsLabel";
}
