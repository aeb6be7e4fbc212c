import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { lastComingDate } from "../../../supabase/functions/_shared/contracts/fields/people.ts";
import {
  coverLimit,
  referenceValue,
} from "../../../supabase/functions/_shared/contracts/fields/coverage.ts";
import {
  formatCurrency,
  todayInBrasilia,
  formatMonths,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { parseMoney } from "../../../supabase/functions/_shared/contracts/fields/money.ts";
import {
  type OfferForm,
  longestMonths,
  longestValidDays,
  offerFormSchema,
} from "../../../supabase/functions/_shared/contracts/offer.ts";
import { landlordKinds } from "../../../supabase/functions/_shared/contracts/guarantee/landlord.ts";
import { propertyTypes } from "../../../supabase/functions/_shared/contracts/fields/places.ts";
import { besideFormer } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { CallFailure } from "../../backend/call-function.ts";
import { type KnownLandlord, LandlordMatches } from "../../backend/find-landlords.tsx";
import { useMailPreview } from "../../backend/staff-queries.ts";
import { addDays, daysUntil } from "../../formats/dates.ts";
import { Dialog, MailPreview } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { DataList, Datum } from "../../ui/section/facts.tsx";
import {
  type OfferedRequest,
  type RenewedContract,
  type StaffOffer,
  useMakeOffer,
} from "./use-offers.ts";

interface OfferDialogProps {
  simulation: OfferedRequest;
  coveragePercent: number;
  /** Those that editors keep; any text where there are none. */
  paymentMethods: readonly string[];
  /** The contract that is renewed; absent for a request's first conditions. */
  renewed?: RenewedContract;
  /** The conditions that these replace, with which the form begins. */
  former?: StaffOffer | undefined;
  onMade: () => void;
  onClose: () => void;
}

/** The conditions to be offered. Open as long as it is rendered. */
export function OfferDialog(props: OfferDialogProps) {
  const { simulation, coveragePercent, paymentMethods, renewed, former, onMade, onClose } = props;
  const { id, status, full_name } = simulation;
  const dialog = useRef<HTMLDialogElement>(null);
  const [offerId] = useState(() => crypto.randomUUID());
  const [prefilled] = useState(() => {
    if (former) return prefillChange(former);
    return renewed ? prefillRenewal(renewed) : prefillOffer(simulation);
  });
  const [offerRules] = useState(() => offerFields(paymentMethods));
  const making = useMakeOffer(id);
  const preview = useMailPreview();
  const [chosen, setChosen] = useState<ChosenLandlord | undefined>(() => landlordOf(former));
  const { form, field } = useValidatedForm(offerRules);
  useEffect(() => dialog.current?.showModal(), []);

  const titleId = `offer-${id}`;
  const failure = making.error instanceof CallFailure ? making.error : null;
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        // What was shown is no longer what would be sent.
        onInput={() => preview.reset()}
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (making.isPending) return;
            making.mutate(
              {
                ...values,
                offerId,
                landlordId: isStill(chosen, values) ? chosen?.id : undefined,
                ...(renewed && { renewsContractId: renewed.id }),
              },
              {
                onSuccess({ changed }) {
                  dialog.current?.close();
                  if (changed) onMade();
                },
                onError(error) {
                  if (!(error instanceof CallFailure)) return;
                  for (const name of offerRules.names) {
                    const message = error.fields[name];
                    if (message) form.setError(name, { message });
                  }
                },
              },
            );
          })(event)
        }
      >
        <h2 id={titleId} className="text-card wrap-anywhere">
          {renewed
            ? "Propor a renovação"
            : status === "pending"
              ? "Aprovar com condições"
              : "Fazer proposta"}
          : {full_name}
        </h2>
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
        {making.isError && (
          <FormAlert key={making.submittedAt}>
            <p>
              {failure?.message || "As condições não foram enviadas."} O que foi preenchido continua
              aqui.
            </p>
          </FormAlert>
        )}
        <MailPreview mail={preview} />
        <div className="modal-action flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-link"
            onClick={() =>
              void form.handleSubmit((values) =>
                preview.mutate({
                  ...values,
                  simulationId: id,
                  ...(renewed
                    ? { template: "renewal-offered", renewsContractId: renewed.id }
                    : { template: "offer-made" }),
                }),
              )()
            }
          >
            Ver o e-mail
          </button>
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={making.isPending}>
            {making.isPending && <SpinnerRing />}
            {status === "pending" ? "Aprovar e enviar condições" : "Enviar condições"}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

type ChosenLandlord = Pick<KnownLandlord, "id" | "name" | "document">;

function landlordOf(former: StaffOffer | undefined): ChosenLandlord | undefined {
  const known = former?.landlord;
  return known && { id: known.id, name: former.landlordName, document: known.document ?? null };
}

/** Whether what would be sent is the landlord that was chosen: what was typed since is another's. */
function isStill(chosen: ChosenLandlord | undefined, values: OfferForm): boolean {
  return (
    chosen?.name === values.landlordName && chosen.document === (values.landlordDocument ?? null)
  );
}

type OfferInput = z.input<typeof offerFormSchema>;

interface OfferAmountsProps {
  /** Rent, months and fee as they stand in the form. */
  typed: readonly OfferInput["rentalValue" | "months" | "fee"][];
  /** Until somebody types. */
  prefilled: { rentalValue?: string; months?: string; fee?: string };
  coveragePercent: number;
  renewed: RenewedContract | undefined;
}

/** What rent and months lead to, as the function will work it out. */
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

// A page that stays open overnight offers yesterday; the contract refuses it.
const comingDate = { control: "date", min: todayInBrasilia(), max: lastComingDate() } as const;

/** The conditions under their contract, field by field in the order of the form. */
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

/** What stands in the form at first: the request's own data, a year, from the first of next month. */
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

/** What stands in the form of a renewal at first: what is in force, from the day after its end. */
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

/** What stands in the form at first where conditions replace others: theirs, without days that are past. */
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
