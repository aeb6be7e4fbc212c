import { useMutation } from "@tanstack/react-query";
import { landlordAddressFormSchema } from "#contracts/fields/landlords.ts";
import type { ActingLease } from "#contracts/landlords/landlord.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { StatusBadge } from "../../../ui/feedback/states.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { type LeaseActProps, callLease } from "./call-lease.ts";

const rules = defineFields(landlordAddressFormSchema, {
  // The address belongs to a colleague, so the browser must not fill in the user's own.
  address: { control: "email", autoComplete: "off" },
});

/** Lists the landlord's addresses of a lease with their standing, and takes one more. */
export function LeaseAddresses({ lease, secret, texts, reload }: LeaseActProps<ActingLease>) {
  const { addresses: words } = texts;
  const backend = useBackend();
  const form = useValidatedForm(rules);
  const giving = useMutation({
    mutationFn: (address: string) =>
      callLease(backend, { action: "give-address", secret, leaseId: lease.id, address }),
    async onSuccess({ outcome }) {
      if (outcome === "given") form.form.reset();
      await reload();
    },
  });
  const { submit, alert } = useFormSending({
    form,
    sending: giving,
    onSubmit: ({ address }, callbacks) => giving.mutate(address, callbacks),
    failed: words.failedText,
  });
  const said = { given: words.sentText, enough: words.enoughText, closed: words.closedText };
  const outcome = giving.data?.outcome;
  const titleId = `addresses-${lease.id}`;
  return (
    <section className="card card-border grid grid-cols-1 gap-4" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-card">
        {words.title}
      </h2>
      <p className="text-soft">{words.text}</p>
      <ul className="grid gap-2">
        {lease.addresses.map(({ address, isMine, standing, isConfirmed }, index) => (
          // Two masked addresses may be equal, so the place is part of the key. The list is never sorted.
          <li
            key={`${address} ${index}`}
            className="flex flex-wrap items-center justify-between gap-2"
          >
            <span className="min-w-0 wrap-anywhere">
              {address}
              {isMine && <span className="text-muted"> ({words.mineLabel})</span>}
            </span>
            <StatusBadge tone={!isConfirmed ? "waiting" : standing === "acts" ? "good" : "neutral"}>
              {!isConfirmed
                ? words.waitingLabel
                : standing === "acts"
                  ? words.actsLabel
                  : words.readsLabel}
            </StatusBadge>
          </li>
        ))}
      </ul>
      <Form className="grid grid-cols-1 gap-4" onSubmit={submit}>
        <Fields table={rules} field={form.field} texts={{ address: { label: words.label } }} />
        {alert}
        <output className="empty:hidden">
          {(outcome === "given" || outcome === "enough" || outcome === "closed") && said[outcome]}
        </output>
        <Button
          className="btn-outline max-sm:w-full sm:justify-self-start"
          isBusy={giving.isPending}
        >
          {words.submitLabel}
        </Button>
      </Form>
    </section>
  );
}
