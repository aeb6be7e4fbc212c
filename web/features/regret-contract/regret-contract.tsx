import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  regretReplySchema,
  sayRefund,
} from "../../../supabase/functions/_shared/contracts/guarantee/endings.ts";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import { contractClient } from "../../backend/contract-session.ts";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { FormAlert } from "../../ui/form/form.tsx";
import { Whole } from "../../ui/section/facts.tsx";

interface RegretContractProps {
  /** By the link of the request, or signed in to the contract. */
  by: { secret: string } | { contractId: string };
  /** The last day (YYYY-MM-DD) on which it can be; absent once it cannot. */
  until: string | null | undefined;
  texts: RegretTexts;
  /** It was done: what is known of the contract is out of date. */
  onRegret: () => void;
}

/** The right of the first days (CDC, art. 49): what follows, one confirmation, and the protocol. */
export function RegretContract({ by, until, texts, onRegret }: RegretContractProps) {
  const backend = useBackend();
  const dialog = useRef<HTMLDialogElement>(null);
  const done = useRef<HTMLHeadingElement>(null);
  // Of this page: whoever clicks twice, or again after a lost answer, regrets once.
  const [endingId] = useState(() => crypto.randomUUID());
  const regretting = useMutation({
    mutationFn: () => regretContract(backend, { ...by, endingId }),
    onSuccess() {
      dialog.current?.close();
      onRegret();
    },
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
      <button
        type="button"
        className="btn btn-outline max-sm:w-full sm:justify-self-start"
        onClick={() => dialog.current?.showModal()}
      >
        {texts.openLabel}
      </button>
      <Dialog
        ref={dialog}
        titleId="regret-question"
        onClose={() => regretting.isError && regretting.reset()}
      >
        <h2 id="regret-question" className="text-card">
          {texts.dialogTitle}
        </h2>
        <ul className="mt-4 grid list-disc gap-2 pl-5">
          {texts.followsText.split("\n").map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="mt-4">{texts.toldText}</p>
        {regretting.error && (
          <FormAlert key={regretting.submittedAt}>
            <p>{regretting.error.message || texts.failedText}</p>
          </FormAlert>
        )}
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            {texts.backLabel}
          </button>
          <button
            type="button"
            className="btn btn-error"
            disabled={regretting.isPending}
            onClick={() => regretting.mutate()}
          >
            {regretting.isPending && <SpinnerRing />}
            {texts.confirmLabel}
          </button>
        </div>
      </Dialog>
    </section>
  );
}

/** @throws CallFailure, with a sentence of the function's where the days are over. */
async function regretContract(
  backend: Backend | null,
  body: { endingId: string } & RegretContractProps["by"],
) {
  const call = { name: "regret-contract", body, data: regretReplySchema };
  if ("secret" in body || !backend) return callFunction(backend, call);
  const { data } = await (await contractClient(backend)).auth.getSession();
  const accessToken = data.session?.access_token;
  return callFunction(backend, { ...call, ...(accessToken && { accessToken }) });
}

type RegretTexts = NonNullable<ContractQueryResult>["regret"];
