import { useMutation } from "@tanstack/react-query";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { ActingLease } from "#contracts/landlords/landlord.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { addDays } from "../../../formats/dates.ts";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { type LeaseActProps, callLease } from "./call-lease.ts";

/** Number of days before the end of a term from which a renewal can be asked for, as in private.ask_renewal_of. */
const RENEWAL_DAYS = 90;

/** Lets the landlord ask that staff offer the tenant a renewal, and shows its state. */
export function LeaseRenewal({ lease, secret, texts, reload }: LeaseActProps<ActingLease>) {
  const { renewal: words } = texts;
  const { id, state, endDate, renewal, handover } = lease;
  const backend = useBackend();
  const asking = useMutation({
    mutationFn: () => callLease(backend, { action: "renew", secret, leaseId: id }),
    onSuccess: reload,
  });
  if (state !== "in_force" || (handover && handover.status !== "withdrawn")) return null;
  const first = addDays(endDate, -RENEWAL_DAYS);
  const mayAsk = first <= todayInBrasilia();
  const isOpen = renewal === "none" || renewal === "declined" || renewal === "expired";
  const said = {
    none: mayAsk ? words.text : fillVariables(words.laterText, { day: formatShortDate(first) }),
    asked: words.askedText,
    offered: words.offeredText,
    declined: words.declinedText,
    expired: words.expiredText,
    renewed: words.renewedText,
  }[renewal];
  const titleId = `renewal-${id}`;
  return (
    <section className="card card-border grid grid-cols-1 gap-4" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-card">
        {words.title}
      </h2>
      <p aria-live="polite">{said}</p>
      <ActionAlert action={asking}>{asking.error?.message || words.failedText}</ActionAlert>
      {isOpen && mayAsk && (
        <Button
          className="btn-outline max-sm:w-full sm:justify-self-start"
          isBusy={asking.isPending}
          onClick={() => asking.mutate()}
        >
          {words.askLabel}
        </Button>
      )}
    </section>
  );
}
