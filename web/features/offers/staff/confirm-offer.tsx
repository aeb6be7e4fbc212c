import { useRef } from "react";
import { coverLimit, referenceValue } from "#contracts/fields/coverage.ts";
import { formatCurrency, formatMonths, formatShortDate } from "#contracts/fields/formats.ts";
import {
  type OfferForm,
  type OfferReply,
  lastValidDay,
  needsReason,
  planWords,
} from "#contracts/offers/offer.ts";
import { FormDialog, noFields } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import type { OfferRules, useMakeOffer } from "./use-offers.ts";

/** Callbacks with which a form dialog learns whether the offer was sent. */
export interface SendingCallbacks {
  onSuccess: (answer: OfferReply) => void;
  onError: (error: Error) => void;
}

interface ConfirmOfferProps {
  values: OfferForm;
  rules: OfferRules;
  sending: ReturnType<typeof useMakeOffer>;
  submitLabel: string;
  onSend: (callbacks: SendingCallbacks) => void;
  onClose: () => void;
}

/** Shows the most important terms of an offer, and sends the offer. Enter in the offer form only opens this dialog. */
export function ConfirmOffer(props: ConfirmOfferProps) {
  const { values, rules, sending, submitLabel, onSend, onClose } = props;
  const { fee, months, startDate, feeDueOn, pastStartReason } = values;
  const form = useValidatedForm(noFields);
  // Prevents a second sending when staff click twice before React has rendered the busy state.
  const isSent = useRef(false);
  const limit = coverLimit(referenceValue(values.rentalValue, months), rules.coveragePercent);
  const isPix = values.paymentPlan === "pix";
  const isInstalments = isPix && values.instalments > 1;
  return (
    <FormDialog
      title="Confira antes de enviar"
      form={form}
      sending={sending}
      onSubmit={(_values, callbacks) => {
        if (isSent.current) return;
        isSent.current = true;
        onSend({
          ...callbacks,
          onError(error) {
            isSent.current = false;
            callbacks.onError(error);
          },
        });
      }}
      failed="As condições não foram enviadas. O que foi preenchido continua aqui."
      submitLabel={submitLabel}
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <DataList className="grid-cols-2">
        <Datum label="Taxa (custo total)">{formatCurrency(fee)}</Datum>
        <Datum label="Forma de pagamento">
          {isPix ? planWords(values.instalments, rules) : (values.paymentMethod ?? "")}
        </Datum>
        <Datum label={isInstalments ? "Vencimento da primeira parcela" : "Vencimento"}>
          {formatShortDate(feeDueOn)}
        </Datum>
        <Datum label="Limite da cobertura">{formatCurrency(limit)}</Datum>
        <Datum label="Vigência">
          {formatMonths(months)}, desde {formatShortDate(startDate)}
        </Datum>
        <Datum label="Pode ser aceita até">{formatShortDate(lastValidDay(values))}</Datum>
        {needsReason(startDate) && (
          <Datum label="Por que começa antes do aceite" className="col-span-full">
            {pastStartReason ?? ""}
          </Datum>
        )}
      </DataList>
    </FormDialog>
  );
}
