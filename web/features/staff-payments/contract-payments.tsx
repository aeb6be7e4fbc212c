import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import type { PaymentState } from "../../../supabase/functions/_shared/contracts/payments.ts";
import {
  formatCurrency,
  formatDateTime,
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { textAreaField } from "../../../supabase/functions/_shared/contracts/fields/text.ts";
import { isMissing } from "../../backend/ask-as-staff.ts";
import { paths } from "../../config/paths.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing, StatusBadge, type StatusLook } from "../../ui/feedback/states.tsx";
import { TextAreaField, TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../ui/layout/links.tsx";
import { DetailState, casePath } from "../../ui/layout/list-and-detail.tsx";
import { DataList, Datum, Whole } from "../../ui/section/facts.tsx";
import {
  type ContractMoney,
  type Payment,
  useContractMoney,
  usePaymentChange,
} from "./payment-queries.ts";

interface ContractPaymentsProps {
  /** Of a contract, or of one of its payments. */
  id: string;
  /** Whether it stands by itself, and so names its contract. */
  isWhole?: boolean;
}

/** What a contract owes and paid, and what staff book of it. */
export function ContractPayments({ id, isWhole = false }: ContractPaymentsProps) {
  const { data, isError, error, isFetching, refetch } = useContractMoney(id);
  if (!data) {
    return (
      <DetailState
        isError={isError}
        isMissing={isMissing(error)}
        isFetching={isFetching}
        onRetry={() => void refetch()}
        loading="Carregando pagamentos..."
        failed="Não foi possível carregar os pagamentos"
      />
    );
  }
  const { contract, owed, paid, toGiveBack, givenBack, payments } = data;
  return (
    <section
      aria-labelledby={`money-${id}`}
      className={`card card-border grid gap-5 sm:p-8 ${isWhole ? "" : "mt-6"}`}
    >
      <div>
        <h2 id={`money-${id}`} className="text-card wrap-anywhere">
          {isWhole ? contract.tenantName : "Pagamentos"}
        </h2>
        {isWhole && (
          <p className="text-sm">
            <SiteLink href={casePath(paths.staffContracts, contract.id)}>
              <Whole>{contract.number}</Whole>
            </SiteLink>
          </p>
        )}
      </div>
      <DataList className="grid-cols-2 sm:grid-cols-4">
        <Datum label="A receber">{formatCurrency(owed)}</Datum>
        <Datum label="Recebido">{formatCurrency(paid)}</Datum>
        <Datum label="A devolver">{formatCurrency(toGiveBack)}</Datum>
        <Datum label="Devolvido">{formatCurrency(givenBack)}</Datum>
      </DataList>
      {payments.length === 0 ? (
        <p className="text-soft text-sm">Nada foi cobrado por este contrato.</p>
      ) : (
        <ul className="grid gap-4">
          {payments.map((payment) => (
            <PaymentEntry key={payment.id} payment={payment} money={data} isLinked={!isWhole} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface PaymentEntryProps {
  payment: Payment;
  money: ContractMoney;
  /** Whether to lead to the screen of payments. */
  isLinked: boolean;
}

function PaymentEntry({ payment, money, isLinked }: PaymentEntryProps) {
  const [asked, setAsked] = useState<"book" | "undo" | null>(null);
  const { id, what, amount, dueOn, paidOn, state, txid } = payment;
  const booking = money.bookings[id];
  const isOpen = state === "due" || state === "overdue";
  return (
    <li className="grid gap-3 border-t border-sand-200 pt-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0">
          <span className="block font-semibold tabular-nums">
            {names[what]} de {formatCurrency(amount)}
          </span>
          <span className="text-muted">
            {paidOn === null
              ? `${what === "fee" ? "Vencimento" : "Até"} ${formatShortDate(dueOn)}`
              : `${what === "fee" ? "Paga" : "Devolvida"} em ${formatShortDate(paidOn)}`}
            {booking?.how === "statement" && " (extrato)"}
          </span>
        </span>
        <PaymentStatus what={what} state={state} />
      </div>
      {booking?.bookedAt && (
        <p>
          Registro de {formatDateTime(booking.bookedAt)}
          {booking.bookedBy && `, por ${booking.bookedBy}`}
          {booking.note && (
            <span className="block whitespace-pre-line wrap-anywhere">{booking.note}</span>
          )}
        </p>
      )}
      {booking?.undone.map(({ paidOn: day, undoneAt, reason }) => (
        <p key={undoneAt} className="text-muted wrap-anywhere">
          Registro do dia {formatShortDate(day)} desfeito em {formatDateTime(undoneAt)}: {reason}
        </p>
      ))}
      {txid && (
        <p className="text-muted">
          Código do Pix (txid): <Whole>{txid}</Whole>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {isOpen && (
          <button type="button" className="btn btn-primary btn-sm" onClick={() => setAsked("book")}>
            {what === "fee" ? "Registrar pagamento" : "Registrar devolução"}
          </button>
        )}
        {booking?.mayUndo && (
          <button type="button" className="btn btn-outline btn-sm" onClick={() => setAsked("undo")}>
            Desfazer registro
          </button>
        )}
        {isLinked && (
          <SiteLink href={casePath(paths.staffPayments, id)}>Ver em Pagamentos</SiteLink>
        )}
      </div>
      {asked && (
        <PaymentDialog
          payment={payment}
          acceptedOn={money.contract.acceptedOn}
          what={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  );
}

const names = { fee: "Taxa", refund: "Devolução" } as const;

/** What private.book_payment and private.undo_payment take; the days are YYYY-MM-DD. */
const rulesOf = (first: string, last: string) =>
  ({
    book: z.object({
      paid_on: z.iso.date("Informe o dia do pagamento").check(
        z.refine((day) => day >= first, "O dia não pode ser antes do aceite do contrato"),
        z.refine((day) => day <= last, "O dia não pode ser depois de hoje"),
      ),
      words: z.union([
        z.literal(""),
        textAreaField({ min: 1, max: 500, message: "Escreva até 500 caracteres" }),
      ]),
    }),
    undo: z.object({
      paid_on: z.optional(z.string()),
      words: textAreaField({ min: 3, max: 500, message: "Informe o motivo" }),
    }),
  }) as const;

interface PaymentDialogProps {
  payment: Payment;
  acceptedOn: string;
  what: "book" | "undo";
  onClose: () => void;
}

/** Asks when it was paid, or why it was not. Open as long as it is rendered. */
function PaymentDialog({ payment, acceptedOn, what, onClose }: PaymentDialogProps) {
  const { id, amount } = payment;
  const dialog = useRef<HTMLDialogElement>(null);
  const change = usePaymentChange();
  const [today] = useState(() => todayInBrasilia());
  const [schema] = useState(() => rulesOf(acceptedOn, today)[what]);
  const { form, field } = useValidatedForm({ schema, names: ["paid_on", "words"] });
  useEffect(() => dialog.current?.showModal(), []);
  const { isPending, isError, submittedAt } = change[what];
  const onSuccess = () => dialog.current?.close();
  const isFee = payment.what === "fee";
  const title = isFee ? "pagamento da taxa" : "devolução";
  return (
    <Dialog ref={dialog} titleId={`payment-${id}`} onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit(({ paid_on = today, words }) => {
            if (isPending) return;
            if (what === "book") {
              change.book.mutate({ id, paidOn: paid_on, note: words }, { onSuccess });
            } else change.undo.mutate({ id, reason: words }, { onSuccess });
          })(event)
        }
      >
        <h2 id={`payment-${id}`} className="text-card">
          {what === "book" ? "Registrar" : "Desfazer o registro:"} {title}
        </h2>
        <p>
          {what === "book"
            ? `${formatCurrency(amount)}. Dá para desfazer até o fim do dia de hoje.`
            : `${formatCurrency(amount)}. O registro e o motivo ficam guardados no contrato.`}
        </p>
        {isError && (
          <FormAlert key={submittedAt}>
            <p>Nada mudou. O que você escreveu continua aqui: tente novamente.</p>
          </FormAlert>
        )}
        {what === "book" && (
          <TextField
            {...field("paid_on")}
            id={`payment-day-${id}`}
            type="date"
            defaultValue={today}
            min={acceptedOn}
            max={today}
            texts={{ label: isFee ? "Dia do pagamento" : "Dia da devolução" }}
          />
        )}
        <TextAreaField
          {...field("words")}
          id={`payment-words-${id}`}
          rows={3}
          maxLength={500}
          texts={
            what === "book"
              ? { label: "Anotação (opcional)", help: "Como se sabe do pagamento. Só a equipe lê." }
              : { label: "Motivo", help: "Só a equipe lê." }
          }
        />
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Voltar
          </button>
          <button
            type="submit"
            className={`btn ${what === "book" ? "btn-primary" : "btn-error"}`}
            disabled={isPending}
          >
            {isPending && <SpinnerRing />}
            {what === "book" ? "Registrar" : "Desfazer registro"}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

const looks = {
  fee: {
    due: { label: "A vencer", tone: "neutral" },
    overdue: { label: "Vencida", tone: "bad" },
    paid: { label: "Paga", tone: "good" },
    dropped: { label: "Não é mais devida", tone: "neutral" },
  },
  refund: {
    due: { label: "A devolver", tone: "waiting" },
    overdue: { label: "Devolução atrasada", tone: "bad" },
    paid: { label: "Devolvida", tone: "good" },
    dropped: { label: "Não é mais devida", tone: "neutral" },
  },
} satisfies Record<Payment["what"], Record<PaymentState, StatusLook>>;

/** Where a payment stands. */
export function PaymentStatus({ what, state }: { what: Payment["what"]; state: string }) {
  const known: Readonly<Record<string, StatusLook>> = looks[what];
  const { label, tone } = known[state] ?? { label: state, tone: "neutral" };
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
