import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type * as z from "zod/mini";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { LandlordLease } from "#contracts/landlords/landlord.ts";
import type { landlordLeaseReplySchema } from "#contracts/landlords/lease-requests.ts";
import { askedEndings, endingFormSchema, endingWords } from "#contracts/leases/endings.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { type LeaseActProps, callLease } from "./call-lease.ts";

type Reply = z.output<typeof landlordLeaseReplySchema>;

/** Returns the first and last day of a lease's current contract, between which the keys can be returned. */
export function boundsOf({ periods, contractId, endDate }: LandlordLease): [string, string] {
  const current = periods.find(({ id }) => id === contractId);
  return [current?.startDate ?? endDate, current?.endDate ?? endDate];
}

interface AskEndingProps extends LeaseActProps<LandlordLease> {
  onClose: () => void;
  /** Called with the reply after the lease was read again. */
  onAsked: (reply: Reply) => void;
}

/** Dialog in which the landlord reports that the lease has ended. An open claim is asked about first. */
export function AskEnding({ lease, secret, texts, reload, onClose, onAsked }: AskEndingProps) {
  const { handover: words } = texts;
  const backend = useBackend();
  const [endingId] = useState(() => crypto.randomUUID());
  const [first, last] = boundsOf(lease);
  const [schema] = useState(() => endingFormSchema(first, last));
  const validated = useValidatedForm({ schema, names: ["kind", "keysOn", "reason"] });
  const { form, field } = validated;
  const [isDespite, setIsDespite] = useState(false);
  const kind = form.watch("kind");
  const hasKeys = kind !== "never-began";
  const asking = useMutation({
    mutationFn: ({ kind: chosen, keysOn, reason }: z.output<typeof schema>) =>
      callLease(backend, {
        action: "ask",
        secret,
        endingId,
        contractId: lease.contractId,
        kind: chosen ?? "other",
        ...(chosen !== "never-began" && { keysOn }),
        reason,
        despiteClaim: isDespite,
      }),
    async onSuccess(reply) {
      if (reply.outcome === "claim") return;
      await reload();
      onAsked(reply);
    },
  });
  // A hidden day must not be checked.
  useEffect(() => {
    if (!hasKeys) form.unregister("keysOn");
  }, [hasKeys, form]);
  const { data } = asking;
  return (
    <FormDialog
      title={words.formTitle}
      form={validated}
      sending={asking}
      onSubmit={asking.mutate}
      mayClose={({ outcome }) => outcome !== "claim"}
      failed={words.failedText}
      submitLabel={words.sendLabel}
      cancelLabel={words.backLabel}
      onClose={onClose}
    >
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <SelectField
          {...field("kind")}
          texts={{ label: words.kindLabel }}
          options={askedEndings.map((value) => ({ value, label: words.kinds[endingWords[value]] }))}
          choosePlaceholder={words.kindPlaceholder}
          required
        />
        {hasKeys && (
          <TextField
            {...field("keysOn")}
            type="date"
            min={first}
            max={last}
            texts={{ label: words.keysLabel, help: words.keysHelp }}
          />
        )}
      </div>
      <TextAreaField
        {...field("reason")}
        rows={3}
        maxLength={1000}
        texts={{ label: words.reasonLabel, help: words.reasonHelp }}
      />
      <ul className="grid list-disc gap-1 rounded-md bg-sand-100 p-4 pl-8">
        {words.followsText.split("\n").map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {data?.outcome === "claim" && (
        <div className="grid gap-3 rounded-md border-2 border-amber-400 p-4" role="alert">
          <p>{fillVariables(words.claimText, { protocol: data.protocol ?? "" })}</p>
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              className="checkbox checkbox-primary"
              checked={isDespite}
              onChange={({ currentTarget }) => setIsDespite(currentTarget.checked)}
            />
            {words.despiteLabel}
          </label>
        </div>
      )}
    </FormDialog>
  );
}
