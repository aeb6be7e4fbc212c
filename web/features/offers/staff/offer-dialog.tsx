import { useState } from "react";
import type * as z from "zod/mini";
import { lastComingDate } from "#contracts/fields/people.ts";
import { coverLimit, referenceValue } from "#contracts/fields/coverage.ts";
import { formatCurrency, todayInBrasilia, formatMonths } from "#contracts/fields/formats.ts";
import { parseMoney } from "#contracts/fields/money.ts";
import {
  type OfferForm,
  longestMonths,
  longestValidDays,
  offerFormSchema,
} from "#contracts/offers/offer.ts";
import { landlordKinds } from "#contracts/fields/landlords.ts";
import { propertyTypes } from "#contracts/fields/places.ts";
import { besideFormer } from "#contracts/requests/tracking.ts";
import { type KnownLandlord, LandlordMatches } from "./find-landlords.tsx";
import { useMailPreview } from "../../../backend/staff/staff-queries.ts";
import { addDays, daysUntil } from "../../../formats/dates.ts";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import {
  type OfferedRequest,
  type RenewedContract,
  type StaffOffer,
  useMakeOffer,
} from "./use-offers.ts";

interface OfferDialogProps {
  simulation: OfferedRequest;
  coveragePercent: number;
  /** Payment methods that editors maintain. When the list is empty, the field takes free text. */
  paymentMethods: readonly string[];
  /** Contract that the offer renews; absent when the offer renews no contract. */
  renewed?: RenewedContract;
  /** Earlier conditions, which prefill the form. The new offer replaces them. */
  former?: StaffOffer | undefined;
  onMade: () => void;
  onClose: () => void;
}

export function OfferDialog(props: OfferDialogProps) {
  const { simulation, coveragePercent, paymentMethods, renewed, former, onMade, onClose } = props;
  const { id, status, full_name } = simulation;
  const [offerId] = useState(() => crypto.randomUUID());
  const [prefilled] = useState(() => {
    if (former) return prefillChange(former);
    return renewed ? prefillRenewal(renewed) : prefillOffer(simulation);
  });
  const [offerRules] = useState(() => offerFields(paymentMethods));
  const making = useMakeOffer(id);
  const preview = useMailPreview();
  const [chosen, setChosen] = useState<ChosenLandlord | undefined>(() => landlordOf(former));
  const validated = useValidatedForm(offerRules);
  const { form, field } = validated;
  const title = status === "pending" ? "Aprovar com condições" : "Fazer proposta";
  return (
    <FormDialog
      title={`${renewed ? "Propor a renovação" : title}: ${full_name}`}
      form={validated}
      sending={making}
      onSubmit={(values, callbacks) =>
        making.mutate(
          {
            ...values,
            offerId,
            landlordId: isStill(chosen, values) ? chosen?.id : undefined,
            ...(renewed && { renewsContractId: renewed.id }),
          },
          {
            ...callbacks,
            onSuccess(answer) {
              callbacks.onSuccess(answer);
              if (answer.changed) onMade();
            },
          },
        )
      }
      failed="As condições não foram enviadas. O que foi preenchido continua aqui."
      submitLabel={status === "pending" ? "Aprovar e enviar condições" : "Enviar condições"}
      preview={{
        mail: preview,
        requestOf: (values) => ({
          ...values,
          simulationId: id,
          ...(renewed
            ? { template: "renewal-offered", renewsContractId: renewed.id }
            : { template: "offer-made" }),
        }),
      }}
      onClose={onClose}
    >
      <div className="grid gap-x-6 sm:grid-cols-2">
        <Fields
          table={offerRules}
          field={(name) => ({ defaultValue: prefilled[name] ?? "", ...field(name) })}
          texts={offerTexts}
          choosePlaceholder="Selecione"
        />
      </div>
      <LandlordMatches
        search={form.watch("landlordDocument") || (form.watch("landlordName") ?? "")}
        onChoose={(known) => {
          setChosen(known);
          form.setValue("landlordName", known.name);
          form.setValue("landlordKind", known.kind);
          form.setValue("landlordDocument", known.document ?? "");
        }}
      />
      <OfferAmounts
        typed={form.watch(["rentalValue", "months", "fee"])}
        prefilled={prefilled}
        coveragePercent={coveragePercent}
        renewed={renewed}
      />
    </FormDialog>
  );
}

type ChosenLandlord = Pick<KnownLandlord, "id" | "name" | "document">;

function landlordOf(former: StaffOffer | undefined): ChosenLandlord | undefined {
  const known = former?.landlord;
  return known && { id: known.id, name: former.landlordName, document: known.document ?? null };
}

/** Returns false when somebody edited the landlord's data after choosing a registered landlord. */
function isStill(chosen: ChosenLandlord | undefined, values: OfferForm): boolean {
  return (
    chosen?.name === values.landlordName && chosen.document === (values.landlordDocument ?? null)
  );
}

type OfferInput = z.input<typeof offerFormSchema>;

interface OfferAmountsProps {
  typed: readonly OfferInput["rentalValue" | "months" | "fee"][];
  /** Values from which the amounts are computed until staff type something. */
  prefilled: { rentalValue?: string; months?: string; fee?: string };
  coveragePercent: number;
  renewed: RenewedContract | undefined;
}

/** Shows the amounts that follow from rent and months. The edge function computes the amounts in the same way. */
function OfferAmounts({ typed, prefilled, coveragePercent, renewed }: OfferAmountsProps) {
  const [rent, months, fee] = typed;
  const reference = referenceValue(
    parseMoney(String(rent ?? prefilled.rentalValue ?? "")),
    Number(months ?? prefilled.months),
  );
  const total = parseMoney(String(fee ?? prefilled.fee ?? ""));
  return (
    <output>
      <DataList className="grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] rounded-md bg-sand-100 p-4">
        <Datum label="Valor de referência">{written(reference)}</Datum>
        <Datum label={`Limite (${coveragePercent}%)`}>
          {besideFormer(coverLimit(reference, coveragePercent), renewed?.cover_limit, written)}
        </Datum>
        <Datum label="Taxa (custo total)">{besideFormer(total, renewed?.fee, written)}</Datum>
        {renewed && (
          <Datum label="Aluguel">
            {besideFormer(
              parseMoney(String(rent ?? prefilled.rentalValue ?? "")),
              renewed.rental_value,
              written,
            )}
          </Datum>
        )}
      </DataList>
    </output>
  );
}

const written = (amount: number) => (Number.isFinite(amount) ? formatCurrency(amount) : "—");

const counts = (most: number, label: (count: number) => string) =>
  Array.from({ length: most }, (_one, index) => ({
    value: String(index + 1),
    label: label(index + 1),
  }));

// The earliest date is computed at page load. A day later, the field still accepts it, but the zod contract does not.
const comingDate = { control: "date", min: todayInBrasilia(), max: lastComingDate() } as const;

const offerFields = (paymentMethods: readonly string[]) =>
  defineFields(offerFormSchema, {
    propertyType: {
      control: "select",
      options: propertyTypes.map((type) => ({ value: type, label: type })),
    },
    landlordName: { control: "text", stopsAtLimit: true },
    landlordDocument: { control: "text", autoComplete: "off", spellCheck: false },
    landlordKind: {
      control: "select",
      options: Object.entries(landlordKinds).map(([value, label]) => ({ value, label })),
    },
    rentalValue: { control: "money" },
    months: { control: "select", options: counts(longestMonths, formatMonths) },
    startDate: comingDate,
    fee: { control: "money" },
    feeDueOn: comingDate,
    paymentMethod:
      paymentMethods.length > 0
        ? {
            control: "select",
            options: paymentMethods.map((method) => ({ value: method, label: method })),
          }
        : { control: "text", stopsAtLimit: true },
    validDays: {
      control: "select",
      options: counts(longestValidDays, (days) => (days === 1 ? "1 dia" : `${days} dias`)),
    },
  });

const offerTexts = {
  propertyType: { label: "Tipo do imóvel" },
  landlordName: { label: "Locador" },
  landlordDocument: {
    label: "CPF ou CNPJ do locador",
    help: "Se souber: com ele, o locador é encontrado de novo.",
  },
  landlordKind: { label: "O locador é" },
  rentalValue: { label: "Aluguel por mês, em R$" },
  months: { label: "Prazo" },
  startDate: { label: "Início" },
  fee: {
    label: "Taxa (custo total do prazo), em R$",
    help: "Tudo o que a pessoa paga, em um só valor.",
  },
  feeDueOn: { label: "Vencimento" },
  paymentMethod: { label: "Forma de pagamento" },
  validDays: { label: "Vale por", help: "Até o fim do último dia, no horário de Brasília." },
};

const inputAmount = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2 });

/** Prefills an offer from the applicant's request. The term is a year from the first day of next month. */
export function prefillOffer(
  {
    owner_name,
    rental_value,
    property_type,
  }: Pick<OfferedRequest, "owner_name" | "rental_value" | "property_type">,
  today = todayInBrasilia(),
): Partial<Record<keyof OfferForm, string>> {
  const start = firstOfNextMonth(today);
  return {
    ...(property_type === null ? {} : { propertyType: property_type }),
    landlordName: owner_name,
    landlordKind: "owner",
    rentalValue: inputAmount.format(rental_value),
    months: "12",
    startDate: start,
    feeDueOn: start,
    validDays: "7",
  };
}

/** Prefills a renewal with the contract's terms. The new term starts on the day after the contract's last day. */
export function prefillRenewal(
  contract: RenewedContract,
): Partial<Record<keyof OfferForm, string>> {
  const start = addDays(contract.end_date, 1);
  return {
    propertyType: contract.property_type,
    landlordName: contract.landlord_name,
    landlordKind: "owner",
    rentalValue: inputAmount.format(contract.rental_value),
    months: String(contract.contract_duration_months),
    startDate: start,
    ...(contract.fee === null ? {} : { fee: inputAmount.format(contract.fee) }),
    feeDueOn: start,
    paymentMethod: contract.payment_method,
    validDays: "7",
  };
}

/** Prefills new conditions with the former conditions. Dates in the past move to the first day of next month. */
export function prefillChange(
  former: StaffOffer,
  today = todayInBrasilia(),
): Partial<Record<keyof OfferForm, string>> {
  const dayOf = (moment: string) => todayInBrasilia(new Date(moment));
  const coming = (day: string) => (day < today ? firstOfNextMonth(today) : day);
  const validDays = daysUntil(dayOf(former.validUntil), dayOf(former.createdAt));
  return {
    propertyType: former.propertyType,
    landlordName: former.landlordName,
    landlordKind: former.landlord?.kind ?? "owner",
    ...(former.landlord?.document && { landlordDocument: former.landlord.document }),
    rentalValue: inputAmount.format(former.rentalValue),
    months: String(former.months),
    startDate: coming(former.startDate),
    fee: inputAmount.format(former.fee),
    feeDueOn: coming(former.feeDueOn),
    paymentMethod: former.paymentMethod,
    validDays: String(Math.min(Math.max(validDays, 1), longestValidDays)),
  };
}

function firstOfNextMonth(today: string): string {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
