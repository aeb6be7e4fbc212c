import { formatCurrency } from "../../../supabase/functions/_shared/contracts/formats/currency.ts";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/formats/short-date.ts";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import { DataList, Datum } from "../../ui/section/facts.tsx";
import type { StaffOffer } from "./use-offers.ts";

const statuses: Record<StaffOffer["status"], { label: string; tone: StatusTone }> = {
  open: { label: "À espera do aceite", tone: "waiting" },
  accepted: { label: "Aceita", tone: "good" },
  expired: { label: "Vencida", tone: "bad" },
  withdrawn: { label: "Retirada", tone: "neutral" },
};

/** One offer, and who accepted it when and how. */
export function OfferSheet({ offer }: { offer: StaffOffer }) {
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
      <DataList className="grid-cols-2 sm:grid-cols-3">
        <Datum label="Custo total">{formatCurrency(offer.fee)}</Datum>
        <Datum label="Vencimento">{formatShortDate(offer.feeDueOn)}</Datum>
        <Datum label="Pagamento">{offer.paymentMethod}</Datum>
        <Datum label="Limite">{formatCurrency(offer.coverLimit)}</Datum>
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
            <Datum label="Contrato">{offer.contractNumber ?? "—"}</Datum>
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
