import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { LandlordLease } from "#contracts/landlords/landlord.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { FormAlert } from "../../../ui/form/form.tsx";
import { DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import { HandoverDialog, type StatedHandover } from "../../leases/handover-dialog.tsx";
import { mayState, statedDays, statementOf, takesProof } from "../../leases/handover-rules.ts";
import { KeysReceipt } from "../../leases/keys-receipt.tsx";
import { AskEnding, boundsOf } from "./ask-ending.tsx";
import { type LeaseActProps, callLease } from "./call-lease.ts";

type Handover = NonNullable<LandlordLease["handover"]>;

interface LeaseHandoverProps extends LeaseActProps<LandlordLease> {
  retryLabel: string;
}

/** Lets the landlord report that a lease has ended, and shows how the day of the keys is settled. */
export function LeaseHandover(props: LeaseHandoverProps) {
  const { lease, texts } = props;
  const { handover: words } = texts;
  const [isAsking, setIsAsking] = useState(false);
  const [isGone, setIsGone] = useState(false);
  const { handover, state, standing } = lease;
  const isRunning = state === "in_force" || state === "awaiting_payment";
  const isOpen = handover !== undefined && handover.status !== "withdrawn";
  if (!isOpen && !(isRunning && standing === "acts")) return null;
  const titleId = `handover-${lease.id}`;
  return (
    <section className="card card-border grid grid-cols-1 gap-4" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-card">
        {isOpen ? words.askedTitle : words.title}
      </h2>
      {isGone && (
        <FormAlert>
          <p>{words.goneText}</p>
        </FormAlert>
      )}
      {isOpen ? (
        <AskedHandover {...props} handover={handover} onGone={() => setIsGone(true)} />
      ) : (
        <>
          <p>{words.text}</p>
          <Button
            className="btn-outline max-sm:w-full sm:justify-self-start"
            onClick={() => setIsAsking(true)}
          >
            {words.openLabel}
          </Button>
        </>
      )}
      {isAsking && (
        <AskEnding
          {...props}
          onClose={() => setIsAsking(false)}
          onAsked={({ outcome }) => setIsGone(outcome !== "asked")}
        />
      )}
    </section>
  );
}

interface AskedHandoverProps extends LeaseHandoverProps {
  handover: Handover;
  /** Called when the ending was closed meanwhile. */
  onGone: () => void;
}

function AskedHandover(props: AskedHandoverProps) {
  const { lease, handover, secret, texts, retryLabel, reload, onGone } = props;
  const { handover: words } = texts;
  const { id, protocol, status, asked_by, statements } = handover;
  const backend = useBackend();
  const [isStating, setIsStating] = useState(false);
  const stating = useMutation({
    mutationFn: (fields: StatedHandover) =>
      callLease(backend, { action: "state", secret, endingId: id, ...fields }),
    async onSuccess({ outcome }) {
      await reload();
      if (outcome !== "stated" && outcome !== "late") onGone();
    },
  });
  const withdrawing = useMutation({
    mutationFn: () => callLease(backend, { action: "withdraw", secret, endingId: id }),
    async onSuccess({ outcome }) {
      await reload();
      if (outcome !== "withdrawn") onGone();
    },
  });
  const acts = lease.standing === "acts";
  const isAsked = status === "asked";
  const own = statementOf(handover, "landlord");
  const other = statements.find(({ side }) => side !== "landlord");
  const canState = acts && mayState(handover, "landlord");
  const canAgree = canState && !own && other !== undefined;
  return (
    <>
      <p>{sayAsked(handover, words)}</p>
      <DataList className="grid-cols-1">
        <Datum label={words.protocolLabel}>
          <Whole>{protocol}</Whole>
        </Datum>
      </DataList>
      {statements.length > 0 && (
        <ul className="grid gap-2">
          {statements.map(({ side, keysOn, note, proofAt }) => (
            <li key={side} className="rounded-md bg-sand-100 p-3">
              <strong>
                {fillVariables(words.statedText, {
                  side: words.sides[side],
                  day: formatShortDate(keysOn),
                })}
              </strong>
              {proofAt !== undefined && ` (${words.proofText})`}
              {note !== undefined && (
                <span className="block whitespace-pre-line wrap-anywhere">{note}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {statedDays(handover).length > 1 && isAsked && <p>{words.contestedText}</p>}
      {isAsked && <p className="font-semibold">{sayNext(handover, words)}</p>}
      {stating.data?.outcome === "late" && (
        <FormAlert>
          <p>{words.lateText}</p>
        </FormAlert>
      )}
      <ActionAlert action={stating}>{stating.error?.message || words.failedText}</ActionAlert>
      <ActionAlert action={withdrawing}>
        {withdrawing.error?.message || words.failedText}
      </ActionAlert>
      <output className="font-semibold text-petrol-700 empty:hidden">
        {stating.data?.outcome === "stated" && words.statedDoneText}
      </output>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {canAgree && (
          <Button
            className="btn-primary max-sm:w-full"
            isBusy={stating.isPending && !isStating}
            onClick={() => stating.mutate({ keysOn: other.keysOn, note: undefined })}
          >
            {fillVariables(words.agreeLabel, { day: formatShortDate(other.keysOn) })}
          </Button>
        )}
        {canState && (
          <Button className="btn-outline max-sm:w-full" onClick={() => setIsStating(true)}>
            {canAgree ? words.otherLabel : words.changeLabel}
          </Button>
        )}
        {acts && isAsked && asked_by === "landlord" && (
          <Button
            className="btn-outline max-sm:w-full"
            isBusy={withdrawing.isPending}
            onClick={() => withdrawing.mutate()}
          >
            {words.withdrawLabel}
          </Button>
        )}
      </div>
      {acts && takesProof(handover, "landlord") && (
        <KeysReceipt
          endingId={id}
          party={{ secret }}
          hasReceipt={own?.proofAt !== undefined}
          texts={words}
          retryLabel={retryLabel}
          onSent={reload}
        />
      )}
      {isStating && (
        <HandoverDialog
          bounds={boundsOf(lease)}
          stated={own}
          stating={stating}
          texts={{ ...words, title: words.stateTitle, sendLabel: words.stateLabel }}
          onClose={() => setIsStating(false)}
        />
      )}
    </>
  );
}

type Words = LeaseActProps<unknown>["texts"]["handover"];

function sayAsked({ status, asked_by, keys_on }: Handover, words: Words): string {
  if (status === "confirmed" && keys_on) {
    return fillVariables(words.confirmedText, { day: formatShortDate(keys_on) });
  }
  return {
    tenant: words.tenantAskedText,
    landlord: words.landlordAskedText,
    staff: words.staffAskedText,
  }[asked_by];
}

function sayNext({ keys_on, waits_for, answer_until }: Handover, words: Words): string {
  if (keys_on === null) return words.noKeysText;
  const until = { until: answer_until ? formatShortDate(answer_until) : "" };
  if (waits_for.includes("landlord")) return fillVariables(words.waitsText, until);
  if (waits_for.includes("tenant")) return fillVariables(words.waitsForTenantText, until);
  return words.staffText;
}
