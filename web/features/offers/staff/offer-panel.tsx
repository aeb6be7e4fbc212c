import { useState } from "react";
import { formatDateTime } from "#contracts/fields/formats.ts";
import {
  type OfferTerm,
  instalmentValues,
  offerTerms,
  writeTerm,
} from "#contracts/requests/offer-terms.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { SpinnerRing, StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { ApplicantWords, OfferQuestions } from "./offer-questions.tsx";
import {
  type OfferRules,
  type OfferedRequest,
  type StaffOffer,
  useOffers,
  useWithdrawOffer,
} from "./use-offers.ts";

export interface OfferPanelProps {
  simulation: OfferedRequest;
  rules: OfferRules;
  /** Attributes of the button that opens the offer form. A keyboard shortcut finds the button by its id. */
  makeButton?: { id: string; "aria-keyshortcuts": string };
  /** Reason for which no conditions can be offered yet. It replaces the button. */
  holdReason?: string;
  /** Called after staff make an offer for a pending request, because the offer also approves the request. */
  onDecided?: () => void;
}

/** Shows the conditions that were offered for a request. Staff can change or withdraw these conditions. */
export function OfferPanel(props: OfferPanelProps) {
  const { simulation, rules, makeButton, holdReason, onDecided } = props;
  const { id, status, full_name } = simulation;
  const [isMaking, setIsMaking] = useState(false);
  const offers = useOffers(id);
  const withdrawal = useWithdrawOffer(full_name);
  if (status === "rejected") return null;

  const [current, ...former] = offers.data ?? [];
  // After a cancelled contract, staff can offer other conditions for the same request.
  const isCancelled = current?.contractStatus === "cancelled";
  const forWhom = <span className="sr-only"> (simulação de {full_name})</span>;
  const makeLabel = status === "pending" ? "Aprovar com condições" : "Fazer proposta";
  return (
    <section aria-labelledby={`offers-${id}`} className="grid gap-4">
      <h3 id={`offers-${id}`} className="border-b border-sand-200 pb-2 text-base">
        Condições
      </h3>
      {offers.isError && (
        <LoadFailed text="Não foi possível carregar as condições." onRetry={offers.refetch} />
      )}
      {offers.isPending && <SpinnerRing className="size-4" />}
      {offers.data && !current && <p className="text-soft text-sm">Nenhuma proposta ainda.</p>}
      {current && <OfferSheet offer={current} />}
      {former.length > 0 && (
        <details>
          <summary className="text-sm font-semibold text-petrol-700">
            Propostas anteriores ({former.length})
          </summary>
          <div className="mt-4 grid gap-6">
            {former.map((offer) => (
              <OfferSheet key={offer.id} offer={offer} />
            ))}
          </div>
        </details>
      )}
      {holdReason && <p className="text-soft text-sm">{holdReason}</p>}
      <div className="flex flex-wrap gap-3">
        {offers.data &&
          !holdReason &&
          !current?.renews &&
          (current?.status !== "accepted" || isCancelled) && (
            <StaffButton needs="offers" {...makeButton} onClick={() => setIsMaking(true)}>
              {current?.status === "open" ? "Trocar as condições" : makeLabel}
              {forWhom}
            </StaffButton>
          )}
        {current?.status === "open" && (
          <StaffButton
            needs="offers"
            isBusy={withdrawal.isPending}
            onClick={() => withdrawal.mutate(current.id)}
          >
            Retirar as condições
            {forWhom}
          </StaffButton>
        )}
      </div>
      {isMaking && (
        <OfferDialog
          simulation={simulation}
          rules={rules}
          former={current}
          onMade={() => {
            if (status === "pending") onDecided?.();
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
    </section>
  );
}

const statuses: Record<StaffOffer["status"], StatusLook> = {
  open: { label: "À espera do aceite", tone: "waiting" },
  accepted: { label: "Aceita", tone: "good" },
  declined: { label: "Recusada por quem pediu", tone: "bad" },
  expired: { label: "Vencida", tone: "bad" },
  withdrawn: { label: "Retirada", tone: "neutral" },
};

/** Terms that staff always see in the summary of an offer. Other terms are shown only when they have changed. */
const sheetTerms: readonly OfferTerm[] = [
  "fee",
  "paymentMethod",
  "feeDueOn",
  "coverLimit",
  "referenceValue",
  "startDate",
  "endDate",
  "landlordName",
  "termsVersion",
];

export function OfferSheet({ offer }: { offer: StaffOffer }) {
  const { acceptance } = offer;
  const { label, tone } = statuses[offer.status];
  const instalments = instalmentValues(offer.instalments);
  const term = (field: OfferTerm) => writeTerm(field, offer[field], offer.changes);
  const hidden = offer.changes.filter(({ field }) => !sheetTerms.includes(field));
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <StatusBadge tone={tone}>{label}</StatusBadge>
        <span>
          {formatDateTime(offer.createdAt)}
          {offer.createdBy && `, por ${offer.createdBy}`}
        </span>
      </p>
      {offer.declineReason && (
        <ApplicantWords
          title="Não quer as condições"
          moment={offer.closedAt}
          text={offer.declineReason}
        />
      )}
      {offer.adjustmentReason && (
        <ApplicantWords
          title="Pede ajuste"
          moment={offer.adjustmentAskedAt}
          text={offer.adjustmentReason}
        />
      )}
      <OfferQuestions offer={offer} />
      <DataList className="grid-cols-2 sm:grid-cols-3">
        {offer.renews && <Datum label="Renova">{offer.renews.contractNumber}</Datum>}
        <Datum label="Taxa (custo total)">{term("fee")}</Datum>
        <Datum label="Pagamento">{term("paymentMethod")}</Datum>
        {instalments.length === 0 && <Datum label="Vencimento">{term("feeDueOn")}</Datum>}
        {instalments.map(({ instalment, instalments: count, amount, dueOn }) => (
          <Datum key={instalment} label={`Parcela ${instalment} de ${count}`}>
            {amount}, até {dueOn}
          </Datum>
        ))}
        <Datum label="Limite">{term("coverLimit")}</Datum>
        <Datum label="Valor de referência">{term("referenceValue")}</Datum>
        <Datum label="Início">{term("startDate")}</Datum>
        <Datum label="Fim">{term("endDate")}</Datum>
        <Datum label="Locador">{term("landlordName")}</Datum>
        <Datum label="Vale até">{formatDateTime(offer.validUntil)}</Datum>
        <Datum label="Versão dos termos">{term("termsVersion")}</Datum>
        {hidden.map(({ field, after }) => (
          <Datum key={field} label={offerTerms[field].title}>
            {writeTerm(field, after, offer.changes)}
          </Datum>
        ))}
        {offer.pastStartReason && (
          <Datum label="Por que começa antes do aceite" className="col-span-full">
            {offer.pastStartReason}
          </Datum>
        )}
      </DataList>
      {acceptance && (
        <div className="rounded-md bg-sand-100 p-4">
          <h4 className="text-base">Aceite</h4>
          <DataList className="mt-3 sm:grid-cols-2">
            <Datum label="Contrato">
              {offer.contractNumber ?? "—"}
              {offer.contractStatus === "cancelled" && " (cancelado)"}
            </Datum>
            <Datum label="Aceito em">{formatDateTime(acceptance.acceptedAt)}</Datum>
            <Datum label="Nome digitado">{acceptance.fullName}</Datum>
            <Datum label="Cláusulas marcadas">{acceptance.clauses.length}</Datum>
            <Datum label="SHA-256 do PDF" className="col-span-full">
              {offer.conditionsSha256}
            </Datum>
            <Datum label="Navegador" className="col-span-full">
              {acceptance.userAgent || "Não informado"}
            </Datum>
          </DataList>
        </div>
      )}
    </div>
  );
}
