import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { ContractEnding, HandoverStatement } from "#contracts/leases/endings.ts";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { useTenantAction } from "../../../backend/ask-as-tenant.ts";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { sentenceOf } from "../../../ui/form/form-failure.ts";
import { DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import type { Contract, ContractTexts } from "./contract-data.ts";
import { statedDays, statementOf, takesProof } from "../handover-rules.ts";
import { KeysReceipt } from "../keys-receipt.tsx";
import { StateDay } from "./state-handover.tsx";

interface AskedEndingProps {
  contract: Contract;
  ending: ContractEnding;
  texts: ContractTexts["ending"];
  retryLabel: string;
}

/** Shows a request to end the contract, what each side says about the keys, and what the tenant can do now. */
export function AskedEnding({ contract, ending, texts, retryLabel }: AskedEndingProps) {
  const { id, protocol, status, asked_by, keys_on, question } = ending;
  const own = statementOf(ending, "tenant");
  const isAsked = status === "asked";
  const queries = useQueryClient();
  const withdrawing = useTenantAction({
    ask: (client) => client.rpc("withdraw_ending", { ending_id: id }),
    schema: outcomeSchema,
    changes: ["contract"],
  });
  return (
    <>
      {isAsked && asked_by !== "tenant" && (
        <p className="font-semibold">
          {asked_by === "landlord" ? texts.landlordAskedText : texts.staffAskedText}
        </p>
      )}
      <p>
        {isAsked
          ? sayWaiting(ending, texts)
          : fillVariables(texts.confirmedText, { keys: keys_on ? formatShortDate(keys_on) : "" })}
      </p>
      <DataList className="grid-cols-1 min-[26rem]:grid-cols-3">
        <Datum label={texts.protocolLabel}>
          <Whole>{protocol}</Whole>
        </Datum>
        <Datum label={texts.keysLabel}>{keys_on && formatShortDate(keys_on)}</Datum>
        <Datum label={texts.proofLabel}>
          {own ? (own.proofAt ? texts.proofSentText : texts.proofMissingText) : null}
        </Datum>
      </DataList>
      <Statements ending={ending} texts={texts.statements} />
      {isAsked && question && (
        <p className="whitespace-pre-line wrap-anywhere">
          <strong className="block">{texts.questionLabel}</strong>
          {question}
        </p>
      )}
      <StateDay contract={contract} ending={ending} texts={texts} />
      {takesProof(ending, "tenant") && (
        <KeysReceipt
          endingId={id}
          party="tenant"
          hasReceipt={own?.proofAt !== undefined}
          texts={texts}
          retryLabel={retryLabel}
          onSent={() => queries.invalidateQueries({ queryKey: ["contract"] })}
        />
      )}
      <ActionAlert action={withdrawing}>
        {sentenceOf(withdrawing.error) || texts.failedText}
      </ActionAlert>
      {isAsked && asked_by === "tenant" && (
        <Button
          className="btn-outline max-sm:w-full sm:justify-self-start"
          isBusy={withdrawing.isPending}
          onClick={() => withdrawing.mutate()}
        >
          {texts.withdrawLabel}
        </Button>
      )}
    </>
  );
}

/** Says who may still state the day of the keys, or that staff decide now. */
export function sayWaiting(
  { waits_for, answer_until, keys_on, statements }: ContractEnding,
  texts: Pick<
    AskedEndingProps["texts"],
    "contestedText" | "landlordWaitsText" | "tenantWaitsText" | "waitingText"
  >,
): string {
  const values = {
    until: answer_until ? formatShortDate(answer_until) : "",
    keys: keys_on ? formatShortDate(keys_on) : "",
  };
  if (waits_for.includes("tenant")) return fillVariables(texts.tenantWaitsText, values);
  if (statedDays({ statements }).length > 1) return texts.contestedText;
  if (waits_for.includes("landlord")) return fillVariables(texts.landlordWaitsText, values);
  return texts.waitingText;
}

interface StatementsProps {
  ending: ContractEnding;
  texts: AskedEndingProps["texts"]["statements"];
}

/** Lists the day of the keys as each side states it. Shows nothing while only the tenant has stated one. */
function Statements({ ending, texts }: StatementsProps) {
  const { statements } = ending;
  if (!statements.some(({ side }) => side !== "tenant")) return null;
  const whose: Record<HandoverStatement["side"], string> = {
    tenant: texts.tenant,
    landlord: texts.landlord,
    staff: texts.staff,
  };
  return (
    <section className="rounded-md bg-sand-100 p-4" aria-labelledby="statements-title">
      <h3 id="statements-title" className="text-base">
        {texts.title}
      </h3>
      <ul className="mt-2 grid gap-2">
        {statements.map(({ side, keysOn, note, proofAt }) => (
          <li key={side} className="wrap-anywhere">
            <strong>{whose[side]}:</strong> {formatShortDate(keysOn)}
            {proofAt && ` (${texts.withProofText})`}
            {note && <span className="block whitespace-pre-line">{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const outcomeSchema = z.object({ outcome: z.string() });
