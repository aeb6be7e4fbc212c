import { useState } from "react";
import {
  formatCurrency,
  formatDateTime,
  formatShortDate,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import type { RenewalState } from "../../../supabase/functions/_shared/contracts/guarantee/contract.ts";
import { besideFormer } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { SpinnerRing, StatusBadge, type StatusLook } from "../../ui/feedback/states.tsx";
import { DataList, Datum } from "../../ui/section/facts.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { ApplicantWords, OfferQuestions } from "./offer-questions.tsx";
import {
  type OfferedRequest,
  type RenewedContract,
  type StaffOffer,
  useOffers,
  useWithdrawOffer,
} from "./use-offers.ts";

interface OfferPanelProps {
  simulation: OfferedRequest;
  /** Of the business rules: the part of the reference value that is the limit. */
  coveragePercent: number;
  /** To choose from; of the editors. */
  paymentMethods: readonly string[];
  /** Attributes of the button that makes an offer, which a key may press. */
  makeButton?: { id: string; "aria-keyshortcuts": string };
  /** An offer for a request that waits approves it. */
  onDecided?: () => void;
}

/** The conditions of a request: the current ones, making others, taking them back. */
export function OfferPanel(props: OfferPanelProps) {
  const { simulation, coveragePercent, paymentMethods, makeButton, onDecided } = props;
  const { id, status, full_name } = simulation;
  const [isMaking, setIsMaking] = useState(false);
  const offers = useOffers(id);
  const withdrawal = useWithdrawOffer();
  if (status === "rejected") return null;

  const [current, ...former] = offers.data ?? [];
  // Its contract was: other conditions need no new request.
  const isCancelled = current?.contractStatus === "cancelled";
  const forWhom = <span className="sr-only"> (simulação de {full_name})</span>;
  const makeLabel = status === "pending" ? "Aprovar com condições" : "Fazer proposta";
  return (
    <section aria-labelledby={`offers-${id}`} className="grid gap-4">
      <h3 id={`offers-${id}`} className="border-b border-sand-200 pb-2 text-base">
        Condições
      </h3>
      {offers.isError && (
        <div role="alert" className="alert alert-error alert-soft rounded-md">
          <p>Não foi possível carregar as condições.</p>
          <button type="button" className="btn btn-outline" onClick={() => void offers.refetch()}>
            Tentar novamente
          </button>
        </div>
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
      <div className="flex flex-wrap gap-3">
        {offers.data && !current?.renews && (current?.status !== "accepted" || isCancelled) && (
          <button
            {...makeButton}
            type="button"
            className="btn btn-outline"
            onClick={() => setIsMaking(true)}
          >
            {current?.status === "open" ? "Trocar as condições" : makeLabel}
            {forWhom}
          </button>
        )}
        {current?.status === "open" && (
          <button
            type="button"
            className="btn btn-outline"
            disabled={withdrawal.isPending}
            onClick={() => withdrawal.mutate(current.id)}
          >
            {withdrawal.isPending && <SpinnerRing />}
            Retirar as condições
            {forWhom}
          </button>
        )}
      </div>
      {isMaking && (
        <OfferDialog
          simulation={simulation}
          coveragePercent={coveragePercent}
          paymentMethods={paymentMethods}
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

interface RenewalPanelProps extends Pick<OfferPanelProps, "coveragePercent" | "paymentMethods"> {
  contract: RenewedContract;
  requestId: string;
  /** private.renewal_state of the contract. */
  state: string;
  /** Whether the contract runs, so that there is something to renew. */
  isRunning: boolean;
  /** What was offered or taken back changes what the contract says. */
  onChange: () => void;
}

const renewalStates: Readonly<Record<string, StatusLook>> = {
  none: { label: "Ninguém pediu a renovação", tone: "neutral" },
  asked: { label: "O locatário pediu a renovação", tone: "waiting" },
  offered: { label: "À espera do aceite", tone: "waiting" },
  declined: { label: "O locatário não quis as condições", tone: "bad" },
  expired: { label: "As condições venceram sem aceite", tone: "bad" },
  renewed: { label: "Renovado", tone: "good" },
} satisfies Record<RenewalState, StatusLook>;

/** The renewal of a contract: how far it is, the conditions, making them, taking them back. */
export function RenewalPanel(props: RenewalPanelProps) {
  const { contract, requestId, state, isRunning, coveragePercent, paymentMethods, onChange } =
    props;
  const { tenant_name, landlord_name, rental_value, property_type } = contract;
  const [isMaking, setIsMaking] = useState(false);
  const offers = useOffers(requestId);
  const withdrawal = useWithdrawOffer();
  const latest = offers.data?.find(
    ({ renews, status }) =>
      renews?.contractNumber === contract.contract_number && status !== "withdrawn",
  );
  const { label, tone } = renewalStates[state] ?? { label: state, tone: "neutral" };
  return (
    <section aria-labelledby="renewal-title" className="grid gap-4">
      <h3 id="renewal-title" className="border-b border-sand-200 pb-2 text-base">
        Renovação
      </h3>
      {(!latest || state === "asked") && (
        <p>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </p>
      )}
      {offers.isError && (
        <div role="alert" className="alert alert-error alert-soft rounded-md">
          <p>Não foi possível carregar as condições.</p>
          <button type="button" className="btn btn-outline" onClick={() => void offers.refetch()}>
            Tentar novamente
          </button>
        </div>
      )}
      {latest && <OfferSheet offer={latest} />}
      {isRunning && state !== "renewed" && (
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => setIsMaking(true)}>
            {latest?.status === "open" ? "Trocar as condições" : "Propor a renovação"}
          </button>
          {latest?.status === "open" && (
            <button
              type="button"
              className="btn btn-outline"
              disabled={withdrawal.isPending}
              onClick={() => withdrawal.mutate(latest.id, { onSuccess: onChange })}
            >
              {withdrawal.isPending && <SpinnerRing />}
              Retirar as condições
            </button>
          )}
        </div>
      )}
      {isMaking && (
        <OfferDialog
          simulation={{
            id: requestId,
            status: "approved",
            full_name: tenant_name,
            owner_name: landlord_name,
            rental_value,
            property_type,
          }}
          coveragePercent={coveragePercent}
          paymentMethods={paymentMethods}
          renewed={contract}
          former={latest}
          onMade={onChange}
          onClose={() => setIsMaking(false)}
        />
      )}
    </section>
  );
}

/** One offer, and who accepted it when and how. */
function OfferSheet({ offer }: { offer: StaffOffer }) {
  const { acceptance } = offer;
  const { label, tone } = statuses[offer.status];
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
        <Datum label="Taxa (custo total)">
          {besideFormer(offer.fee, offer.renews?.fee, formatCurrency)}
        </Datum>
        <Datum label="Vencimento">{formatShortDate(offer.feeDueOn)}</Datum>
        <Datum label="Pagamento">{offer.paymentMethod}</Datum>
        <Datum label="Limite">
          {besideFormer(offer.coverLimit, offer.renews?.coverLimit, formatCurrency)}
        </Datum>
        <Datum label="Valor de referência">{formatCurrency(offer.referenceValue)}</Datum>
        <Datum label="Vigência">
          {formatShortDate(offer.startDate)} a {formatShortDate(offer.endDate)}
        </Datum>
        <Datum label="Locador">{offer.landlordName}</Datum>
        <Datum label="Vale até">{formatDateTime(offer.validUntil)}</Datum>
        <Datum label="Termos">Versão {offer.termsVersion}</Datum>
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
