import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { lastComingDate } from "#contracts/offers/offer-dates.ts";
import { coverLimit, feeRange, referenceValue, standardFee } from "#contracts/fields/coverage.ts";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { parseMoney } from "#contracts/fields/money.ts";
import {
  type OfferForm,
  type offerFormSchema,
  lastValidDay,
  needsReason,
} from "#contracts/offers/offer.ts";
import { besideFormer } from "#contracts/requests/offer-terms.ts";
import { ConfirmOffer, type SendingCallbacks } from "./confirm-offer.tsx";
import { type KnownLandlord, LandlordMatches } from "./find-landlords.tsx";
import { offerFields, offerTexts } from "./offer-fields.ts";
import { correctedSince, prefillChange, prefillOffer, prefillRenewal } from "./prefill-offer.ts";
import { useMailPreview, useStaffLimits } from "../../../backend/staff/staff-queries.ts";
import { writeAmount } from "../../../formats/amounts.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { type ValidatedForm, useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import {
  type OfferRules,
  type OfferedRequest,
  type RenewedContract,
  type StaffOffer,
  useMakeOffer,
} from "./use-offers.ts";

interface OfferDialogProps {
  simulation: OfferedRequest;
  rules: OfferRules;
  /** Contract that the offer renews; absent when the offer renews no contract. */
  renewed?: RenewedContract;
  /** Earlier conditions, which prefill the form. The new offer replaces them. */
  former?: StaffOffer | undefined;
  onMade: () => void;
  onClose: () => void;
}

type OfferInput = z.input<typeof offerFormSchema>;

/** Form for the conditions of an offer. A second dialog shows the most important terms before the offer is sent. */
export function OfferDialog(props: OfferDialogProps) {
  const { simulation, rules, renewed, former, onMade, onClose } = props;
  const { id, status, full_name } = simulation;
  const [offerId] = useState(() => crypto.randomUUID());
  const [prefilled] = useState(() => {
    if (former) return prefillChange(former, rules, correctedSince(simulation, former.createdAt));
    return renewed ? prefillRenewal(renewed, rules) : prefillOffer(simulation, rules);
  });
  // The server refuses the offer if the request was corrected after the form was opened.
  const [requestVersion] = useState(simulation.version);
  const [offerRules] = useState(() => offerFields(rules));
  const making = useMakeOffer(id, full_name);
  const preview = useMailPreview();
  const [chosen, setChosen] = useState<ChosenLandlord | undefined>(() => landlordOf(former));
  const [filled, setFilled] = useState<{ values: OfferForm; callbacks: SendingCallbacks }>();
  const validated = useValidatedForm(offerRules);
  const { form, field } = validated;
  const typed = (name: keyof OfferInput) => String(form.watch(name) ?? prefilled[name] ?? "");
  useRuledFee(validated, rules, typed);
  const title = status === "pending" ? "Aprovar com condições" : "Fazer proposta";
  const sections = [
    "lease",
    needsReason(typed("startDate") || lastComingDate()) ? "past" : null,
    "cost",
    typed("paymentPlan") === "other" ? "other" : "pix",
    "validity",
  ];
  return (
    <>
      <FormDialog
        title={`${renewed ? "Propor a renovação" : title}: ${full_name}`}
        form={validated}
        sending={making}
        onSubmit={(values, callbacks) => {
          making.reset();
          setFilled({ values, callbacks });
        }}
        failed="As condições não foram enviadas. O que foi preenchido continua aqui."
        submitLabel="Conferir e enviar"
        preview={{
          mail: preview,
          requestOf: (values) => ({
            ...values,
            template: "offer",
            simulationId: id,
            ...(renewed && { renewsContractId: renewed.id }),
          }),
        }}
        onClose={onClose}
      >
        <div className="grid gap-x-6 sm:grid-cols-2">
          {sections.map(
            (section) =>
              section && (
                <Fields
                  key={section}
                  section={section}
                  table={offerRules}
                  field={(name) => ({ defaultValue: prefilled[name] ?? "", ...field(name) })}
                  texts={offerTexts}
                  choosePlaceholder="Selecione"
                />
              ),
          )}
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
        <OfferAmounts typed={typed} rules={rules} renewed={renewed} />
      </FormDialog>
      {filled && (
        <ConfirmOffer
          values={filled.values}
          rules={rules}
          sending={making}
          submitLabel={status === "pending" ? "Aprovar e enviar condições" : "Enviar condições"}
          onSend={(callbacks) =>
            making.mutate(
              {
                ...filled.values,
                offerId,
                landlordId: isStill(chosen, filled.values) ? chosen?.id : undefined,
                ...(renewed ? { renewsContractId: renewed.id } : { requestVersion }),
              },
              {
                onSuccess(answer) {
                  callbacks.onSuccess(answer);
                  filled.callbacks.onSuccess(answer);
                  if (answer.changed) onMade();
                },
                onError(error) {
                  callbacks.onError(error);
                  filled.callbacks.onError(error);
                },
              },
            )
          }
          onClose={() => setFilled(undefined)}
        />
      )}
    </>
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

type Typed = (name: keyof OfferInput) => string;

const referenceOf = (typed: Typed) =>
  referenceValue(parseMoney(typed("rentalValue")), Number(typed("months")));

/** Updates the fee to the standard fee when rent or term change, unless staff have typed another fee. */
function useRuledFee(
  { form }: ValidatedForm<OfferInput, OfferForm>,
  rules: OfferRules,
  typed: Typed,
): void {
  const standard = writeAmount(standardFee(referenceOf(typed), rules));
  const fee = typed("fee");
  const ruled = useRef(standard);
  const { setValue } = form;
  useEffect(() => {
    if (standard !== "" && standard !== ruled.current) {
      if (fee === ruled.current) setValue("fee", standard);
      ruled.current = standard;
    }
  }, [standard, fee, setValue]);
}

interface OfferAmountsProps {
  typed: Typed;
  rules: OfferRules;
  renewed: RenewedContract | undefined;
}

/** Shows the amounts and the last day that follow from the fields. The edge function computes them in the same way. */
function OfferAmounts({ typed, rules, renewed }: OfferAmountsProps) {
  const rent = parseMoney(typed("rentalValue"));
  const reference = referenceOf(typed);
  const { data: limits } = useStaffLimits();
  const range = limits && feeRange(reference, rules, limits.feeRangePercent);
  const limit = coverLimit(reference, rules.coveragePercent);
  return (
    <output>
      <DataList className="grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] rounded-md bg-sand-100 p-4">
        <Datum label="Valor de referência">{written(reference)}</Datum>
        <Datum label={`Limite (${rules.coveragePercent}%)`}>
          {besideFormer(limit, renewed?.cover_limit, written)}
        </Datum>
        <Datum label="Taxa (custo total)">
          {besideFormer(parseMoney(typed("fee")), renewed?.fee, written)}
        </Datum>
        {renewed && (
          <Datum label="Aluguel">{besideFormer(rent, renewed.rental_value, written)}</Datum>
        )}
        <Datum label="Taxa pelas regras">
          {written(standardFee(reference, rules))}
          {range && ` (de ${written(range.lowest)} a ${written(range.highest)})`}
        </Datum>
        <Datum label="Pode ser aceita até">{lastDayOf(typed)}</Datum>
      </DataList>
    </output>
  );
}

const written = (amount: number) => (Number.isFinite(amount) ? formatCurrency(amount) : "—");

const far = "9999-12-31";

/** Returns the last day to accept. Adds the reason when the due day of the fee or the start makes this day earlier. */
function lastDayOf(typed: Typed): string {
  const [startDate, feeDueOn] = [typed("startDate"), typed("feeDueOn")];
  const validDays = Number(typed("validDays"));
  if (startDate === "" || feeDueOn === "" || !(validDays > 0)) return "—";
  const last = lastValidDay({ validDays, startDate, feeDueOn });
  const isCut = last < lastValidDay({ validDays, startDate: far, feeDueOn: far });
  if (!isCut) return formatShortDate(last);
  return `${formatShortDate(last)}, ${last === feeDueOn ? "dia do vencimento" : "véspera do início"}`;
}
