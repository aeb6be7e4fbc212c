import { useState } from "react";
import type { ClaimDetail } from "#contracts/claims/claims.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { AttachFileDialog } from "./attach-file.tsx";
import { type ClaimQuestion, DeedDialog } from "./claim-mutations.tsx";
import { PayClaimDialog } from "./claim-money.tsx";
import { useOpenPaper } from "./claim-queries.ts";

/** Shows the actions on a claim as a whole. Items are decided elsewhere. */
export function ClaimActions({ claim }: { claim: ClaimDetail }) {
  const [asked, setAsked] = useState<ClaimQuestion | null>(null);
  const paper = useOpenPaper();
  const { stage, decidedBy, decidedByMe, hasDecision, id, may } = claim;
  const [isAttaching, setIsAttaching] = useState(false);
  const [isPaying, setIsPaying] = useState(false);
  const mayAsk = ["hearing", "deciding", "appealed"].includes(stage);
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
      {stage === "decided" && claim.payTo && (
        <Button className="btn-primary" onClick={() => setIsPaying(true)}>
          Registrar pagamento
        </Button>
      )}
      {mayAsk && <Button onClick={() => setAsked("ask")}>Pedir algo a uma das partes</Button>}
      {hasDecision && (
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
