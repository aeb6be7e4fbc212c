import { useState } from "react";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import type { ClaimDetail } from "#contracts/claims/claim-staff.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { NewAccount } from "../../payments/staff/charge-state.tsx";
import { AttachFileDialog } from "./attach-file.tsx";
import { type ClaimQuestion, DeedDialog } from "./claim-mutations.tsx";
import { PayClaimDialog } from "./claim-money.tsx";
import { useOpenPaper, useUndoDecision } from "./claim-queries.tsx";

const stagesToAsk: readonly ClaimDetail["stage"][] = [
  "evidence",
  "hearing",
  "replying",
  "wanted",
  "deciding",
  "review",
];

/** Shows the actions on a claim as a whole. Items are decided elsewhere. */
export function ClaimActions({ claim }: { claim: ClaimDetail }) {
  const [asked, setAsked] = useState<ClaimQuestion | null>(null);
  const paper = useOpenPaper();
  const withdrawing = useUndoDecision(claim);
  const { stage, decidedBy, decidedByMe, hasDecision, id, may, payTo, payableFrom } = claim;
  const [isAttaching, setIsAttaching] = useState(false);
  const [isPaying, setIsPaying] = useState(false);
  const isDue = payTo !== undefined && claim.toPay > 0;
  const waits = isDue && payableFrom !== undefined && payableFrom > todayInBrasilia();
  return (
    <div className="flex flex-wrap gap-3">
      {stage === "second" && (
        <p className="w-full text-sm">
          {decidedByMe
            ? `Você decidiu; outra pessoa da equipe precisa conferir antes que as partes sejam avisadas. ${claim.secondPeople ?? ""}`
            : `${decidedBy ?? "Alguém da equipe"} decidiu como está abaixo, e as partes ainda não sabem.`}
        </p>
      )}
      {stage === "second" && decidedByMe && (
        <Button isBusy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
          Retirar a minha decisão
        </Button>
      )}
      {stage === "second" && !decidedByMe && (
        <>
          <StaffButton needs="claims" className="btn-primary" onClick={() => setAsked("agree")}>
            Concordar com a decisão
          </StaffButton>
          <StaffButton needs="claims" onClick={() => setAsked("send-back")}>
            Devolver para nova decisão
          </StaffButton>
        </>
      )}
      {waits && <NewAccount payableFrom={payableFrom} />}
      {isDue && !waits && claim.payRefusal !== undefined && (
        <p className="w-full text-sm">{claim.payRefusal}</p>
      )}
      {isDue && !waits && claim.payRefusal === undefined && (
        <StaffButton needs="payouts" className="btn-primary" onClick={() => setIsPaying(true)}>
          Registrar pagamento
        </StaffButton>
      )}
      {stagesToAsk.includes(stage) && (
        <StaffButton needs="claims" onClick={() => setAsked("ask")}>
          Pedir algo a uma das partes
        </StaffButton>
      )}
      {hasDecision && (stage !== "second" || claim.round > 1) && (
        <Button disabled={paper.isPending} onClick={() => paper.open({ claimId: id })}>
          Abrir a decisão
        </Button>
      )}
      {may.sendFiles && (
        <StaffButton needs="claims" onClick={() => setIsAttaching(true)}>
          Anexar arquivo
        </StaffButton>
      )}
      {isAttaching && <AttachFileDialog claim={claim} onClose={() => setIsAttaching(false)} />}
      {isPaying && <PayClaimDialog claim={claim} onClose={() => setIsPaying(false)} />}
      {asked && <DeedDialog claim={claim} question={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
