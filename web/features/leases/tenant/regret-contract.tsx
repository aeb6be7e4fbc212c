import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { regretReplySchema, sayRefund } from "#contracts/leases/endings.ts";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { callAsParty } from "../../../backend/ask-as-tenant.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { useBackend } from "../../../backend/backend-context.tsx";
import type { ContractQueryResult } from "../../../content/sanity.types.ts";
import { FormDialog, noFields } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { Whole } from "../../../ui/section/facts.tsx";

interface RegretContractProps {
  /** Proof of the right to act: the secret of the request's link, or the contract of the session. */
  by: { secret: string } | { contractId: string };
  /** Last day to withdraw (YYYY-MM-DD); absent when it has passed. */
  until: string | null | undefined;
  texts: RegretTexts;
  /** Called after the tenant has withdrawn, so that the contract is read again. */
  onRegret: () => void;
}

/** Lets a tenant withdraw in the first days (CDC, art. 49), with one confirmation and a protocol. */
export function RegretContract({ by, until, texts, onRegret }: RegretContractProps) {
  const backend = useBackend();
  const [isAsked, setIsAsked] = useState(false);
  const form = useValidatedForm(noFields);
  const done = useRef<HTMLHeadingElement>(null);
  // One id per page, so that a second click or a retry withdraws only once.
  const [endingId] = useState(() => crypto.randomUUID());
  const regretting = useMutation({
    mutationFn: () =>
      callAsParty(backend, "secret" in by ? by : "tenant", {
        name: "regret-contract",
        body: { ...by, endingId },
        data: regretReplySchema,
      }),
    onSuccess: onRegret,
  });
  useEffect(() => {
    if (regretting.isSuccess) done.current?.focus();
  }, [regretting.isSuccess]);

  if (regretting.data) {
    const { protocol, refund } = regretting.data;
    const [before, after] = texts.doneText.split("{{protocol}}");
    return (
      <section className="card card-border grid gap-3" aria-labelledby="regret-title">
        <h2 ref={done} id="regret-title" tabIndex={-1} className="text-card">
          {texts.doneTitle}
        </h2>
        <p>
          {before}
          <Whole>{protocol}</Whole>
          {after}
        </p>
        {refund && <p>{sayRefund(refund, texts)}</p>}
      </section>
    );
  }
  if (!until) return null;
  return (
    <section className="card card-border grid gap-3 print:hidden" aria-labelledby="regret-title">
      <h2 id="regret-title" className="text-card">
        {texts.title}
      </h2>
      <p>{fillVariables(texts.text, { until: formatShortDate(until) })}</p>
      <Button
        className="btn-outline max-sm:w-full sm:justify-self-start"
        onClick={() => setIsAsked(true)}
      >
        {texts.openLabel}
      </Button>
      {isAsked && (
        <FormDialog
          title={texts.dialogTitle}
          form={form}
          sending={regretting}
          onSubmit={(_nothing, callbacks) => regretting.mutate(undefined, callbacks)}
          failed={texts.failedText}
          submitLabel={texts.confirmLabel}
          cancelLabel={texts.backLabel}
          isDestructive
          size="question"
          onClose={() => {
            setIsAsked(false);
            if (regretting.isError) regretting.reset();
          }}
        >
          <ul className="grid list-disc gap-2 pl-5">
            {texts.followsText.split("\n").map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>{texts.toldText}</p>
        </FormDialog>
      )}
    </section>
  );
}

type RegretTexts = NonNullable<ContractQueryResult>["regret"];
