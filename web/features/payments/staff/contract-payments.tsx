import { useState } from "react";
import { isRunningState } from "#contracts/leases/contract.ts";
import { type PaymentState, paymentNames } from "#contracts/payments/payments.ts";
import {
  formatCurrency,
  formatDateTime,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import { paths } from "../../../config/paths.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { casePath } from "../../../ui/layout/list-and-detail.tsx";
import { DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import {
  type ContractMoney,
  type Deed,
  type Payment,
  useContractMoney,
} from "./payment-queries.ts";
import { PaymentDialog } from "./payment-dialog.tsx";

interface ContractPaymentsProps {
  /** Id of a contract or of one of its payments. */
  id: string;
  /** True when the part stands alone, so that it names its contract. */
  isWhole?: boolean;
}

export function ContractPayments({ id, isWhole = false }: ContractPaymentsProps) {
  const query = useContractMoney(id);
  const { data } = query;
  if (!data) {
    return (
      <QueryState
        query={query}
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
            <SiteLink className="underline" href={casePath(paths.staffContracts, contract.id)}>
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
  /** True when the part links to the payments screen. */
  isLinked: boolean;
}

function PaymentEntry({ payment, money, isLinked }: PaymentEntryProps) {
  const [asked, setAsked] = useState<Deed | null>(null);
  const [today] = useState(() => todayInBrasilia());
  const { id, what, amount, dueOn, paidOn, state, txid, noticeOn } = payment;
  const booking = money.bookings[id];
  const isOpen = state === "due" || state === "overdue";
  const isRunning = isRunningState(money.contract.state);
  return (
    <li className="grid gap-3 border-t border-sand-200 pt-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0">
          <span className="block font-semibold tabular-nums">
            {paymentNames[what]} de {formatCurrency(amount)}
          </span>
          <span className="text-muted">
            {paidOn === null
              ? `${days[what].due} ${formatShortDate(dueOn)}`
              : `${days[what].paid} em ${formatShortDate(paidOn)}`}
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
      {noticeOn && (
        <p>
          O locatário foi avisado: sem o pagamento até {formatShortDate(noticeOn)}, o contrato pode
          ser encerrado depois dessa data.
        </p>
      )}
      {txid && (
        <p className="text-muted">
          Código do Pix (txid): <Whole>{txid}</Whole>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {isOpen && what === "claim" && <p>O pagamento se registra no acionamento.</p>}
        {isOpen && what !== "claim" && (
          <Button className="btn-primary btn-sm" onClick={() => setAsked("book")}>
            {what === "fee" ? "Registrar pagamento" : "Registrar devolução"}
          </Button>
        )}
        {what === "fee" && state === "dropped" && (
          <Button className="btn-outline btn-sm" onClick={() => setAsked("book")}>
            O dinheiro entrou mesmo assim
          </Button>
        )}
        {booking?.mayUndo && (
          <Button className="btn-outline btn-sm" onClick={() => setAsked("undo")}>
            Desfazer registro
          </Button>
        )}
        {what === "fee" && state === "overdue" && isRunning && (
          <OverdueDeed noticeOn={noticeOn} today={today} onAsk={setAsked} />
        )}
        {isLinked && (
          <SiteLink className="btn btn-link btn-sm px-0" href={casePath(paths.staffPayments, id)}>
            Ver em Pagamentos
          </SiteLink>
        )}
      </div>
      {asked && (
        <PaymentDialog
          payment={payment}
          money={money}
          deed={asked}
          today={today}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  );
}

interface OverdueDeedProps {
  noticeOn: string | null;
  today: string;
  onAsk: (deed: Deed) => void;
}

/** Offers the next step for an unpaid fee: the notice, or the ending once the notice's day has passed. */
function OverdueDeed({ noticeOn, today, onAsk }: OverdueDeedProps) {
  if (noticeOn === null) {
    return (
      <Button className="btn-outline btn-sm" onClick={() => onAsk("notice")}>
        Avisar do encerramento
      </Button>
    );
  }
  if (noticeOn >= today) return null;
  return (
    <Button className="btn-error btn-sm" onClick={() => onAsk("close")}>
      Encerrar por falta de pagamento
    </Button>
  );
}

const days = {
  fee: { due: "Vencimento", paid: "Paga" },
  refund: { due: "Até", paid: "Devolvida" },
  claim: { due: "Até", paid: "Paga ao locador" },
} as const;

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
  claim: {
    due: { label: "A pagar ao locador", tone: "waiting" },
    overdue: { label: "Pagamento atrasado", tone: "bad" },
    paid: { label: "Paga ao locador", tone: "good" },
    dropped: { label: "Em revisão", tone: "neutral" },
  },
} satisfies Record<Payment["what"], Record<PaymentState, StatusLook>>;

export function PaymentStatus({ what, state }: { what: Payment["what"]; state: string }) {
  const known: Readonly<Record<string, StatusLook>> = looks[what];
  const { label, tone } = known[state] ?? { label: state, tone: "neutral" };
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
