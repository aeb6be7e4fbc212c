import { useState } from "react";
import * as z from "zod/mini";
import { formatCurrency } from "#contracts/fields/formats.ts";
import { textAreaField } from "#contracts/fields/text.ts";
import { paymentNames } from "#contracts/payments/payments.ts";
import { addDays } from "../../../formats/dates.ts";
import { TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { type ContractMoney, type Deed, type Payment, useDeed } from "./payment-queries.ts";

/** Longest notice in days that private.give_notice accepts. */
const longestNotice = 90;

const day = (message: string, first: string, last: string) =>
  z.iso.date("Informe o dia").check(z.refine((given) => given >= first && given <= last, message));
const noWords = z._default(z.string(), "");
const noDay = z._default(z.string(), "");

/** Returns a deed's form rules, with the limits of the database functions; days as YYYY-MM-DD. */
function rulesOf(deed: Deed, { contract, noticeDays }: ContractMoney, today: string) {
  switch (deed) {
    case "book":
      return z.object({
        day: day("O dia fica entre o aceite do contrato e hoje", contract.acceptedOn, today),
        words: z.union([
          z.literal(""),
          textAreaField({ min: 1, max: 500, message: "Escreva até 500 caracteres" }),
        ]),
      });
    case "undo":
      return z.object({
        day: noDay,
        words: textAreaField({ min: 3, max: 500, message: "Informe o motivo" }),
      });
    case "notice":
      return z.object({
        day: day(
          `O aviso dá ao locatário de ${noticeDays} a ${longestNotice} dias`,
          addDays(today, noticeDays),
          addDays(today, longestNotice),
        ),
        words: noWords,
      });
    case "close":
      return z.object({ day: noDay, words: noWords });
  }
}

const deedTexts: Record<Deed, { title: string; text: string; button: string; isBad?: boolean }> = {
  book: {
    title: "Registrar o pagamento",
    text: "Dá para desfazer até o fim do dia de hoje.",
    button: "Registrar",
  },
  undo: {
    title: "Desfazer o registro",
    text: "O registro e o motivo ficam guardados no contrato.",
    button: "Desfazer registro",
    isBad: true,
  },
  notice: {
    title: "Avisar do encerramento",
    text: "O locatário recebe um e-mail com a data e como pagar. Só depois dela o contrato pode ser encerrado por falta de pagamento; o pagamento até lá desfaz o aviso.",
    button: "Avisar o locatário",
  },
  close: {
    title: "Encerrar por falta de pagamento",
    text: "O contrato termina hoje, o locatário é avisado por e-mail, e a carta passa a ser verificada como encerrada.",
    button: "Encerrar o contrato",
    isBad: true,
  },
};

interface PaymentDialogProps {
  payment: Payment;
  money: ContractMoney;
  deed: Deed;
  today: string;
  onClose: () => void;
}

/** Asks for the data of a deed and does it. The dialog is open as long as it is rendered. */
export function PaymentDialog({ payment, money, deed, today, onClose }: PaymentDialogProps) {
  const { id, amount } = payment;
  const sending = useDeed(deed);
  const [schema] = useState(() => rulesOf(deed, money, today));
  const form = useValidatedForm({ schema, names: ["day", "words"] });
  const { field } = form;
  const isFee = payment.what === "fee";
  const { title, text, button, isBad } = deedTexts[deed];
  const dayOfNotice = addDays(today, money.noticeDays);
  return (
    <FormDialog
      title={title}
      form={form}
      sending={sending}
      onSubmit={({ day: given, words }, callbacks) =>
        sending.mutate({ id, day: given, words }, callbacks)
      }
      failed="Nada mudou. O que você escreveu continua aqui: tente novamente."
      submitLabel={button}
      cancelLabel="Voltar"
      isDestructive={isBad === true}
      onClose={onClose}
    >
      {deed === "book" && payment.state === "dropped" && (
        <p>
          Esta taxa não é mais devida. O registro deixa o valor a devolver ao locatário, com data.
        </p>
      )}
      <p>
        {paymentNames[payment.what]} de {formatCurrency(amount)}. {text}
      </p>
      {deed === "book" && (
        <TextField
          {...field("day")}
          id={`payment-day-${id}`}
          type="date"
          defaultValue={today}
          min={money.contract.acceptedOn}
          max={today}
          texts={{ label: isFee ? "Dia do pagamento" : "Dia da devolução" }}
        />
      )}
      {deed === "notice" && (
        <TextField
          {...field("day")}
          id={`payment-day-${id}`}
          type="date"
          defaultValue={dayOfNotice}
          min={dayOfNotice}
          max={addDays(today, longestNotice)}
          texts={{ label: "Esperar o pagamento até" }}
        />
      )}
      {(deed === "book" || deed === "undo") && (
        <TextAreaField
          {...field("words")}
          id={`payment-words-${id}`}
          rows={3}
          maxLength={500}
          texts={
            deed === "book"
              ? {
                  label: "Anotação (opcional)",
                  help: "Como se sabe do pagamento. Só a equipe lê.",
                }
              : { label: "Motivo", help: "Só a equipe lê." }
          }
        />
      )}
    </FormDialog>
  );
}
