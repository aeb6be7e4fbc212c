import { useState } from "react";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import type { ClaimDetail } from "#contracts/claims/claim-staff.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { NewAccount } from "../../payments/staff/charge-state.tsx";
import { AttachFileDialog } from "./attach-file.tsx";
import { type ClaimQuestion, DeedDialog } from "./claim-mutations.tsx";
import { PayClaimDialog } from "./claim-money.tsx";
import { useOpenPaper } from "./claim-queries.tsx";

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
            ? "Você decidiu; outra pessoa da equipe precisa conferir antes que as partes sejam avisadas."
            : `${decidedBy ?? "Alguém da equipe"} decidiu como está abaixo, e as partes ainda não sabem.`}
        </p>
      )}
      {stage === "second" && !decidedByMe && (
        <>
          <Button className="btn-primary" onClick={() => setAsked("agree")}>
            Concordar com a decisão
          </Button>
          <Button onClick={() => setAsked("send-back")}>Devolver para nova decisão</Button>
        </>
      )}
      {waits && <NewAccount payableFrom={payableFrom} />}
      {isDue && !waits && (
        <Button className="btn-primary" onClick={() => setIsPaying(true)}>
          Registrar pagamento
        </Button>
      )}
      {stagesToAsk.includes(stage) && (
        <Button onClick={() => setAsked("ask")}>Pedir algo a uma das partes</Button>
      )}
      {hasDecision && (stage !== "second" || claim.round > 1) && (
        <Button disabled={paper.isPending} onClick={() => paper.open({ claimId: id })}>
          Abrir a decisão
        </Button>
      )}
      {may.sendFiles && <Button onClick={() => setIsAttaching(true)}>Anexar arquivo</Button>}
      {isAttaching && <AttachFileDialog claim={claim} onClose={() => setIsAttaching(false)} />}
      {isPaying && <PayClaimDialog claim={claim} onClose={() => setIsPaying(false)} />}
      {asked && <DeedDialog claim={claim} question={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
