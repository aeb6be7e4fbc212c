import { useState } from "react";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { type ClaimDetail, recourseTitles } from "#contracts/claims/claims.ts";
import { paths } from "../../../config/paths.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { casePath } from "../../../ui/layout/list-and-detail.tsx";
import { CasePart, DataList, Datum } from "../../../ui/section/facts.tsx";
import { AttachFileDialog } from "./attach-file.tsx";
import { AccountLines, type ClaimQuestion, DeedDialog } from "./claim-mutations.tsx";
import { useOpenPaper } from "./claim-queries.ts";

/** Shows the actions on a claim as a whole. Items are decided elsewhere. */
export function ClaimActions({ claim }: { claim: ClaimDetail }) {
  const [asked, setAsked] = useState<ClaimQuestion | null>(null);
  const paper = useOpenPaper();
  const { stage, decidedBy, decidedByMe, hasDecision, id, may } = claim;
  const [isAttaching, setIsAttaching] = useState(false);
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
        <Button className="btn-primary" onClick={() => setAsked("pay")}>
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
      {asked && <DeedDialog claim={claim} question={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Shows who is paid, and the amount that the tenant may have to give back. */
export function ClaimMoney({ claim }: { claim: ClaimDetail }) {
  const { stage, payTo, account, accountNext, payBy, paidOn, paymentId, toPay, recourse } = claim;
  const [isAsking, setIsAsking] = useState(false);
  const paper = useOpenPaper();
  return (
    <>
      <CasePart title="Pagamento da garantia">
        <DataList className="grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
          <Datum label="A pagar">{toPay > 0 ? formatCurrency(toPay) : null}</Datum>
          <Datum label="Pagar até">{payBy && !paidOn ? formatShortDate(payBy) : null}</Datum>
          <Datum label="Pago em">{paidOn ? formatShortDate(paidOn) : null}</Datum>
          <Datum label="Conta do locador" className="col-span-full">
            {payTo ? (
              <AccountLines account={payTo} />
            ) : (
              (account ?? "O locador ainda não informou a conta.")
            )}
          </Datum>
          <Datum label="Conta à espera da confirmação por e-mail" className="col-span-full">
            {accountNext ?? null}
          </Datum>
        </DataList>
        {paymentId && (
          <p className="mt-3 flex flex-wrap gap-3">
            <Button disabled={paper.isPending} onClick={() => paper.open({ paymentId })}>
              Abrir o recibo
            </Button>
            <SiteLink className="btn btn-link px-0" href={casePath(paths.staffPayments, paymentId)}>
              Ver em Pagamentos
            </SiteLink>
          </p>
        )}
      </CasePart>
      {recourse && (
        <CasePart title="A recuperar do locatário">
          <DataList className="grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
            <Datum label="Valor">{formatCurrency(recourse.amount)}</Datum>
            <Datum label="Situação">{recourseTitles[recourse.state]}</Datum>
          </DataList>
          <p className="text-soft mt-2 text-sm">
            Só um registro (Código Civil, art. 831): nada é cobrado por aqui.
          </p>
          {["decided", "paid"].includes(stage) && (
            <Button className="btn-outline mt-3" onClick={() => setIsAsking(true)}>
              Mudar a situação
            </Button>
          )}
        </CasePart>
      )}
      {isAsking && (
        <DeedDialog claim={claim} question="recourse" onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}
