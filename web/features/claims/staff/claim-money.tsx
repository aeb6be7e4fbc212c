import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import { type ClaimPayment, recourseTitles } from "#contracts/claims/claims.ts";
import type { ClaimDetail } from "#contracts/claims/claim-staff.ts";
import {
  formatCurrency,
  formatDocument,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import { optionalTextField } from "#contracts/fields/text.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import type { BankAccount } from "#contracts/payments/bank-account.ts";
import { askedFilesFileType } from "#contracts/stored-values.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { FormFailure } from "../../../ui/form/form-failure.ts";
import { divideFailure } from "../../../ui/form/use-form-sending.tsx";
import { fileField } from "../../../ui/form/file-field.ts";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { CasePart, DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import { OtherHolder } from "../../payments/staff/charge-state.tsx";
import { ReverseButton } from "../../payments/staff/movement-entries.tsx";
import { useBookPayment } from "../../payments/staff/payment-actions.ts";
import { fileNotSent, useSendClaimFile } from "./attach-file.tsx";
import { DeedDialog } from "./claim-mutations.tsx";
import { nothingChanged, useOpenPaper } from "./claim-queries.tsx";

/** Shows who is paid, every payment with its receipt, and the amount that the tenant may have to give back. */
export function ClaimMoney({ claim }: { claim: ClaimDetail }) {
  const { stage, payTo, account, accountNext, payBy, payments, toPay, recourse } = claim;
  const { payableFrom } = claim;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <CasePart title="Pagamento da garantia">
        <DataList className="grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))]">
          <Datum label="A pagar">{toPay > 0 ? formatCurrency(toPay) : null}</Datum>
          <Datum label="Pagar até">{payBy && toPay > 0 ? formatShortDate(payBy) : null}</Datum>
          <Datum label="Conta do locador" className="col-span-full">
            {payTo ? (
              <AccountLines account={payTo} />
            ) : (
              (account ?? "O locador ainda não informou a conta.")
            )}
            {!accountNext && claim.isOtherHolder && <OtherHolder kind="claim" />}
          </Datum>
          <Datum label="Conta à espera da confirmação por e-mail" className="col-span-full">
            {accountNext ? (
              <>
                {accountNext}
                {claim.isOtherHolder && <OtherHolder kind="claim" />}
              </>
            ) : null}
          </Datum>
          <Datum label="A conta pode ser paga a partir de" className="col-span-full">
            {payableFrom && toPay > 0 && payableFrom > todayInBrasilia()
              ? formatShortDate(payableFrom)
              : null}
          </Datum>
        </DataList>
        {payments.length > 0 && (
          <ul className="mt-4 grid gap-4">
            {payments.map((payment) => (
              <Payment key={payment.movementId} payment={payment} />
            ))}
          </ul>
        )}
      </CasePart>
      {recourse && (
        <CasePart title="A recuperar do locatário">
          <DataList className="grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))]">
            <Datum label="Valor">{formatCurrency(recourse.amount)}</Datum>
            <Datum label="Situação">{recourseTitles[recourse.state]}</Datum>
          </DataList>
          <p className="text-soft mt-2 text-sm">
            Só um registro (Código Civil, art. 831): nada é cobrado por aqui.
          </p>
          {["decided", "paid"].includes(stage) && (
            <StaffButton
              needs="claims"
              className="btn-outline mt-3"
              onClick={() => setIsAsking(true)}
            >
              Mudar a situação
            </StaffButton>
          )}
        </CasePart>
      )}
      {isAsking && (
        <DeedDialog claim={claim} question="recourse" onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

/** Shows a payment to the landlord with its receipt, and lets staff reverse it on any day. */
function Payment({ payment }: { payment: ClaimPayment }) {
  const { movementId, amount, paidOn, account, number, code, reversedOn } = payment;
  const paper = useOpenPaper();
  return (
    <li className="grid gap-2 text-sm">
      <p className="wrap-anywhere">
        <span className="font-semibold tabular-nums">
          {formatCurrency(amount)} em {formatShortDate(paidOn)}
        </span>
        {account && `, ${account}`}
        {reversedOn && <strong> Estornado em {formatShortDate(reversedOn)}</strong>}
      </p>
      <p className="text-xs text-muted tabular-nums">
        <Whole>{`${number} · ${formatLetterCode(code)}`}</Whole>
      </p>
      <p className="flex flex-wrap gap-3">
        <Button
          className="btn-outline btn-sm"
          disabled={paper.isPending}
          onClick={() => paper.open({ movementId })}
        >
          Abrir o recibo
        </Button>
        {!reversedOn && <ReverseButton id={movementId} />}
      </p>
    </li>
  );
}

/** Returns the rules of a payment. The database checks that the day is not before the decision. */
const paymentRules = (today: string) =>
  z.object({
    paidOn: z.iso
      .date("Informe o dia")
      .check(z.refine((day) => day <= today, "O dia fica entre a decisão e hoje")),
    note: optionalTextField(500),
    files: z.optional(fileField),
  });

/** Books the payment of a decision as a whole. A changed account is shown before the payment can be booked. */
export function PayClaimDialog({ claim, onClose }: { claim: ClaimDetail; onClose: () => void }) {
  const { id, payouts, accountVersion } = claim;
  const payout = payouts.find(({ open }) => open > 0);
  const booking = useBookPayment();
  const proof = useSendClaimFile(id);
  const proofId = useRef(crypto.randomUUID());
  const [movementId] = useState(() => crypto.randomUUID());
  const [today] = useState(() => todayInBrasilia());
  const [schema] = useState(() => paymentRules(today));
  const form = useValidatedForm({ schema, names: ["paidOn", "note", "files"] });
  const { field } = form;
  const sending = useMutation({
    async mutationFn({ files, paidOn, note }: z.output<typeof schema>) {
      if (!payout) throw new FormFailure("paid", { sentence: "Não há o que pagar neste pedido." });
      const file = files?.[0];
      if (file) {
        const sent = { id: proofId.current, kind: "payment", itemId: "", file } as const;
        // The proof is sent first. When its upload fails, the payment is not booked.
        await proof.mutateAsync(sent).catch(proofFailed);
      }
      const { id: chargeId, open } = payout;
      const paid = { movementId, chargeId, paidOn, note, amount: open, seenOpen: open };
      return booking.mutateAsync({ ...paid, accountVersion });
    },
  });
  return (
    <FormDialog
      title="Registrar o pagamento da garantia"
      form={form}
      sending={sending}
      onSubmit={sending.mutate}
      failed={nothingChanged}
      submitLabel="Registrar pagamento"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>O locador e o locatário recebem um e-mail, e o recibo fica com eles.</p>
      <PaymentFacts claim={claim} />
      <TextField
        {...field("paidOn")}
        id={`day-${id}`}
        type="date"
        defaultValue={today}
        max={today}
        texts={{ label: "Dia do pagamento" }}
      />
      <TextField
        {...field("files")}
        id={`proof-${id}`}
        type="file"
        accept={askedFilesFileType.join(",")}
        texts={{ label: "Comprovante (opcional)", help: "PDF ou foto, até 10 MB." }}
      />
      <TextAreaField
        {...field("note")}
        id={`note-${id}`}
        rows={3}
        maxLength={500}
        texts={{
          label: "Anotação (opcional)",
          help: "Por exemplo, o código da transferência. Só a equipe lê.",
        }}
      />
    </FormDialog>
  );
}

function proofFailed(error: Error): never {
  const { alert } = divideFailure(error, [], fileNotSent);
  throw new FormFailure(error.message, { sentence: `${alert} O pagamento não foi registrado.` });
}

function PaymentFacts({ claim }: { claim: ClaimDetail }) {
  const { toPay, payTo, payBy, contract, accountNext } = claim;
  return (
    <DataList className="rounded-md bg-sand-100 p-4 sm:grid-cols-2">
      <Datum label="Valor">{formatCurrency(toPay)}</Datum>
      <Datum label="Pagar até">{payBy ? formatShortDate(payBy) : null}</Datum>
      <Datum label="Locador" className="col-span-full">
        {contract.landlordName}
      </Datum>
      <Datum label="Conta do locador" className="col-span-full">
        {payTo ? <AccountLines account={payTo} /> : "O locador ainda não informou a conta."}
        {accountNext ? (
          <strong className="block">O locador informou outra conta, ainda não confirmada.</strong>
        ) : (
          claim.isOtherHolder && <OtherHolder kind="claim" />
        )}
      </Datum>
    </DataList>
  );
}

/** Shows an account in full, for the person who pays to it. */
function AccountLines({ account }: { account: BankAccount }) {
  const { holder, document } = account;
  return (
    <>
      <span className="block">
        {account.kind === "pix"
          ? `Pix: ${account.key}`
          : `${account.bank}, agência ${account.branch}, conta ${account.number} (${accountTypes[account.type]})`}
      </span>
      <span className="block">
        {holder}, {formatDocument(document)}
      </span>
    </>
  );
}

const accountTypes = { checking: "corrente", savings: "poupança" } as const;
