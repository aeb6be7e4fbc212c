import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type RegretReply, regretReplySchema, sayRefund } from "#contracts/leases/endings.ts";
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

/**
 * Lets a tenant withdraw in the first days (CDC, art. 49), with one confirmation and a protocol. An open claim, which
 * ends with the contract, is asked about once more.
 */
export function RegretContract({ by, until, texts, onRegret }: RegretContractProps) {
  const backend = useBackend();
  const [isAsked, setIsAsked] = useState(false);
  /** Protocol of the open claim about which the tenant is asked before the withdrawal is sent again. */
  const [openClaim, setOpenClaim] = useState<string>();
  const form = useValidatedForm(noFields);
  // One id per page, so that a second click or a retry withdraws only once.
  const [endingId] = useState(() => crypto.randomUUID());
  const regretting = useMutation({
    mutationFn: () =>
      callAsParty(backend, "secret" in by ? by : "tenant", {
        name: "regret-contract",
        body: { ...by, endingId, ...(openClaim !== undefined && { despiteClaim: true }) },
        data: regretReplySchema,
      }),
    onSuccess({ outcome, protocol }) {
      if (outcome === "claim") setOpenClaim(protocol);
      else onRegret();
    },
  });

  if (regretting.data?.outcome === "regretted") {
    return <Regretted reply={regretting.data} texts={texts} />;
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
          mayClose={({ outcome }: RegretReply) => outcome === "regretted"}
          failed={texts.failedText}
          submitLabel={openClaim === undefined ? texts.confirmLabel : texts.claimConfirmLabel}
          cancelLabel={texts.backLabel}
          isDestructive
          size="question"
          onClose={() => {
            setIsAsked(false);
            setOpenClaim(undefined);
            if (regretting.isError) regretting.reset();
          }}
        >
          <ul className="grid list-disc gap-2 pl-5">
            {texts.followsText.split("\n").map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>{texts.toldText}</p>
          {openClaim !== undefined && (
            <p role="alert" className="rounded-md bg-amber-100 p-4 font-semibold">
              {fillVariables(texts.claimText, { protocol: openClaim })}
            </p>
          )}
        </FormDialog>
      )}
    </section>
  );
}

/** Shows protocol and refund of a withdrawal. The title takes the focus, because it replaces the button. */
function Regretted({ reply, texts }: { reply: RegretReply; texts: RegretTexts }) {
  const { protocol, refund } = reply;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const [before, after] = texts.doneText.split("{{protocol}}");
  return (
    <section className="card card-border grid gap-3" aria-labelledby="regret-title">
      <h2 ref={title} id="regret-title" tabIndex={-1} className="text-card">
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

type RegretTexts = NonNullable<ContractQueryResult>["regret"];
