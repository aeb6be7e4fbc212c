import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { formatCurrency, todayInBrasilia } from "#contracts/fields/formats.ts";
import { moneyField } from "#contracts/fields/money.ts";
import { optionalTextField } from "#contracts/fields/text.ts";
import { type Charge, titleCharge } from "#contracts/payments/payments.ts";
import { writeAmount } from "../../../formats/amounts.ts";
import { MaskedField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import { isPaidOut } from "./charge-state.tsx";
import { useBookPayment } from "./payment-actions.ts";

/** Person and account to which a charge is paid. */
export interface Payee {
  name: string | null;
  /** Account, masked or in full; null until one is confirmed. */
  account: ReactNode;
  version: number | null;
}

type BookedCharge = Pick<Charge, "id" | "kind" | "instalment" | "instalments" | "open">;

interface BookDialogProps {
  charge: BookedCharge;
  /** Payee of a refund or of a payment to a landlord. A failed booking reloads the payee from the server. */
  payee?: Payee | undefined;
  onClose: () => void;
}

/**
 * Returns the schema of the form. The database makes the same checks and also refuses a day before the earliest allowed
 * day.
 */
function bookingRules(today: string) {
  return z.object({
    amount: moneyField("Informe o valor"),
    paidOn: z.iso
      .date("Informe o dia")
      .check(z.refine((day) => day <= today, "O dia não pode ser depois de hoje")),
    note: optionalTextField(500),
  });
}

/**
 * Dialog in which staff record a payment. Refunds and payments to landlords are paid in full, to a confirmed account.
 */
export function BookDialog({ charge, payee, onClose }: BookDialogProps) {
  const { id, kind, open } = charge;
  const isOut = isPaidOut(kind);
  const sending = useBookPayment();
  const [today] = useState(() => todayInBrasilia());
  const [movementId] = useState(() => crypto.randomUUID());
  // Open amount when the dialog opened. The server compares this amount with the current one, so a reload must not
  // change it.
  const [seenOpen] = useState(open);
  const [schema] = useState(() => bookingRules(today));
  const form = useValidatedForm({ schema, names: ["amount", "paidOn", "note"] });
  const { field } = form;
  const amount = {
    ...field("amount"),
    id: `amount-${id}`,
    defaultValue: writeAmount(seenOpen),
    inputMode: "decimal",
    autoComplete: "off",
  } as const;
  return (
    <FormDialog
      title={isOut ? "Registrar o pagamento feito" : "Registrar pagamento recebido"}
      form={form}
      sending={sending}
      onSubmit={(given, callbacks) =>
        sending.mutate(
          {
            ...given,
            movementId,
            chargeId: id,
            seenOpen,
            accountVersion: payee?.version ?? null,
          },
          callbacks,
        )
      }
      failed="Nada mudou. O que você escreveu continua aqui: tente novamente."
      submitLabel="Registrar"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <DataList className="rounded-md bg-sand-100 p-4 sm:grid-cols-2">
        <Datum label="Cobrança">{titleCharge(charge)}</Datum>
        <Datum label={isOut ? "A pagar" : "Em aberto"}>{formatCurrency(seenOpen)}</Datum>
        <Datum label="Recebedor">{payee?.name ?? null}</Datum>
        {payee && (
          <Datum label="Conta" className="col-span-full">
            {payee.account ?? "Ninguém confirmou uma conta."}
          </Datum>
        )}
      </DataList>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        {isOut ? (
          <TextField
            {...amount}
            readOnly
            texts={{ label: "Valor pago", help: "Sai sempre por inteiro." }}
          />
        ) : (
          <MaskedField
            {...amount}
            mask="money"
            texts={{ label: "Valor recebido", help: "O que passar do aberto fica no contrato." }}
          />
        )}
        <TextField
          {...field("paidOn")}
          id={`paid-on-${id}`}
          type="date"
          defaultValue={today}
          max={today}
          texts={{ label: isOut ? "Dia em que foi pago" : "Dia em que entrou" }}
        />
      </div>
      <TextAreaField
        {...field("note")}
        id={`note-${id}`}
        rows={3}
        maxLength={500}
        texts={{ label: "Anotação (opcional)", help: "Como se sabe do pagamento. Só a equipe lê." }}
      />
    </FormDialog>
  );
}
