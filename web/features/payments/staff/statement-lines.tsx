import { type ReactNode, useState } from "react";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { Spinner } from "../../../ui/feedback/states.tsx";
import { SelectField, TextField } from "../../../ui/form/controls.tsx";
import { FormAlert } from "../../../ui/form/form.tsx";
import { DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import type { Credit } from "./read-statement.ts";
import {
  type Choice,
  type OwedPayment,
  type StatementLine,
  type StatementPreview,
  reasonOf,
  useBooking,
  usePreview,
} from "./statement-queries.ts";

/** Choice for a line: a payment's id, or one of these values. */
const later = "";
const aside = "aside";
const other = "other";

interface StatementLinesProps {
  fileId: string;
  name: string;
  credits: readonly Credit[];
}

/** Shows which payments the credits of a file match, and asks about the doubtful ones. */
export function StatementLines({ fileId, name, credits }: StatementLinesProps) {
  const { data, isPending, isFetching, error, refetch } = usePreview(fileId, credits);
  if (isPending) return <Spinner label="Conferindo os lançamentos..." />;
  if (!data) {
    return (
      <div role="alert" className="alert alert-error alert-soft rounded-md">
        <p>O extrato não foi conferido. {error && reasonOf(error)}</p>
        <Button disabled={isFetching} onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      </div>
    );
  }
  return <Decisions name={name} credits={credits} preview={data} />;
}

interface DecisionsProps {
  name: string;
  credits: readonly Credit[];
  preview: StatementPreview;
}

/** The most doubtful first. */
const doubtful = ["amount", "settled", "stranger"];

function Decisions({ name, credits, preview }: DecisionsProps) {
  const { lines, payments } = preview;
  const { mutate, isPending, isError, error, data: booked, submittedAt } = useBooking(credits);
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());

  const pays = lines.filter(({ state }) => state === "pays");
  const doubts = doubtful.flatMap((wanted) => lines.filter(({ state }) => state === wanted));
  const count = (wanted: string) => lines.filter(({ state }) => state === wanted).length;
  const unpaid = payments.filter(({ paidOn }) => paidOn === null).map(({ id }) => id);
  const possible = new Set([aside, other, ...unpaid]);
  const valueOf = ({ place, state, payment_id }: StatementLine) => {
    const value = chosen.get(place) ?? (state === "pays" ? payment_id : undefined) ?? later;
    // A payment that was booked meanwhile can no longer be chosen.
    return possible.has(value) ? value : later;
  };
  const choose = (places: readonly number[], value: string) =>
    setChosen(new Map([...chosen, ...places.map((place) => [place, value] as const)]));

  const choices = [...pays, ...doubts].flatMap((line): Choice[] => {
    const value = valueOf(line);
    const { place } = line;
    if (value === later) return [];
    if (value === aside) return [{ place, aside: true }];
    if (value !== other) return [{ place, payment: value }];
    const contract = typed.get(place)?.trim();
    return contract ? [{ place, contract }] : [];
  });
  const toPay = choices.filter((choice) => !("aside" in choice)).length;

  function book() {
    mutate(choices, {
      onSuccess({ booked: done, refused }) {
        // Refused choices stay, so that a mistyped number can be corrected.
        setChosen(new Map([...chosen].filter(([place]) => refused.includes(place))));
        if (done.length > 0) showToast({ title: registered(done.length), tone: "success" });
      },
    });
  }

  const row = (line: StatementLine, children: ReactNode) => {
    const credit = credits[line.place - 1];
    return (
      credit && (
        <Line key={line.place} credit={credit}>
          {children}
        </Line>
      )
    );
  };
  const strangers = doubts.filter((line) => line.state === "stranger" && valueOf(line) === later);
  return (
    <>
      <section aria-label="Resumo do extrato" className="card card-border">
        <DataList className="grid-cols-2 sm:grid-cols-4">
          <Datum label={`Créditos em ${name}`}>{credits.length}</Datum>
          <Datum label="Já registrados">{count("before")}</Datum>
          <Datum label="Deixados de lado">{count("aside")}</Datum>
          <Datum label="Repetidos no arquivo">{count("repeated")}</Datum>
        </DataList>
      </section>
      {booked && booked.refused.length > 0 && (
        <FormAlert key={submittedAt}>
          <p>
            {booked.refused.length === 1
              ? "1 lançamento não foi registrado"
              : `${booked.refused.length} lançamentos não foram registrados`}
            : o contrato não existe, ou a taxa já foi paga. A lista abaixo está atualizada.
          </p>
        </FormAlert>
      )}
      <Group
        title="Pagam uma taxa"
        lines={pays}
        empty="Nenhum lançamento novo paga uma taxa em aberto."
      >
        {(line) =>
          row(
            line,
            <label className="flex items-start gap-3">
              <input
                type="checkbox"
                className="checkbox checkbox-primary"
                checked={valueOf(line) !== later}
                onChange={(event) =>
                  choose([line.place], event.target.checked ? (line.payment_id ?? later) : later)
                }
              />
              <PaymentName payment={payments.find(({ id }) => id === line.payment_id)} />
            </label>,
          )
        }
      </Group>
      <Group title="Para decidir" lines={doubts} empty="Nenhum lançamento em dúvida.">
        {(line) =>
          row(
            line,
            <Doubt
              line={line}
              amount={Number(credits[line.place - 1]?.amount)}
              payments={payments}
              value={valueOf(line)}
              onChoose={(value) => choose([line.place], value)}
              typed={typed.get(line.place) ?? ""}
              onType={(value) => setTyped(new Map([...typed, [line.place, value]]))}
            />,
          )
        }
      </Group>
      {strangers.length > 1 && (
        <Button
          className="btn-outline justify-self-start"
          onClick={() =>
            choose(
              strangers.map(({ place }) => place),
              aside,
            )
          }
        >
          Deixar de lado os {strangers.length} que não citam contrato
        </Button>
      )}
      {isError && (
        <FormAlert key={submittedAt}>
          <p>Nada foi registrado. {reasonOf(error)}</p>
        </FormAlert>
      )}
      <Button
        className="btn-primary justify-self-start max-sm:w-full"
        isBusy={isPending}
        disabled={isPending || choices.length === 0}
        onClick={book}
      >
        {toPay > 0 || choices.length === 0 ? toRegister(toPay) : "Guardar as decisões"}
      </Button>
    </>
  );
}

const registered = (many: number) =>
  many === 1 ? "1 pagamento registrado" : `${many} pagamentos registrados`;
const toRegister = (many: number) =>
  many === 1 ? "Registrar 1 pagamento" : `Registrar ${many} pagamentos`;

/** Number of lines shown at once. */
const step = 30;

interface GroupProps {
  title: string;
  lines: readonly StatementLine[];
  empty: string;
  children: (line: StatementLine) => ReactNode;
}

function Group({ title, lines, empty, children }: GroupProps) {
  const [shown, setShown] = useState(step);
  return (
    <section aria-label={title} className="card card-border">
      <h2 className="text-card">
        {title} ({lines.length})
      </h2>
      {lines.length === 0 ? (
        <p className="text-soft mt-2 text-sm">{empty}</p>
      ) : (
        <ul className="mt-2 divide-y divide-sand-200">{lines.slice(0, shown).map(children)}</ul>
      )}
      {shown < lines.length && (
        <Button className="btn-outline mt-4" onClick={() => setShown(shown + step)}>
          Mostrar mais
        </Button>
      )}
    </section>
  );
}

function Line({ credit, children }: { credit: Credit; children: ReactNode }) {
  return (
    <li className="grid gap-x-6 gap-y-3 py-4 lg:grid-cols-2">
      <div className="min-w-0">
        <p className="font-semibold tabular-nums">
          {formatCurrency(Number(credit.amount))} em {formatShortDate(credit.day)}
        </p>
        <p className="text-sm wrap-anywhere">{credit.text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </li>
  );
}

function PaymentName({ payment }: { payment: OwedPayment | undefined }) {
  if (!payment) return null;
  return (
    <span className="min-w-0">
      <span className="font-semibold wrap-anywhere">{payment.tenant}</span>
      <span className="block text-xs text-muted tabular-nums">
        <Whole>{payment.contractNumber}</Whole> · vence em {formatShortDate(payment.dueOn)}
      </span>
    </span>
  );
}

interface DoubtProps {
  line: StatementLine;
  /** Amount of the credit, in reais. */
  amount: number;
  payments: readonly OwedPayment[];
  value: string;
  onChoose: (value: string) => void;
  /** Typed contract number. */
  typed: string;
  onType: (value: string) => void;
}

/** Explains why a line is in doubt, and lists the payments that it may settle. */
function Doubt({ line, amount, payments, value, onChoose, typed, onType }: DoubtProps) {
  const named = payments.find(({ id }) => id === line.payment_id);
  const possible = payments.filter(
    ({ id, isOwed, paidOn, amount: owed }) =>
      (id === line.payment_id && paidOn === null) || (isOwed && owed === amount),
  );
  return (
    <>
      <p className="text-sm">{whyInDoubt(line, named)}</p>
      <SelectField
        name={`line-${line.place}`}
        options={[
          ...possible.map(({ id, tenant, contractNumber, amount: owed, dueOn, isOwed }) => ({
            value: id,
            label: `${tenant}, ${contractNumber}: ${formatCurrency(owed)} ${
              isOwed ? `até ${formatShortDate(dueOn)}` : "que não é mais devido e fica a devolver"
            }`,
          })),
          { value: other, label: "A taxa de outro contrato…" },
          { value: aside, label: "Deixar de lado" },
        ]}
        choosePlaceholder="Decidir depois"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        texts={{ label: "O que este lançamento paga" }}
      />
      {value === other && (
        <TextField
          name={`contract-${line.place}`}
          autoComplete="off"
          maxLength={40}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          texts={{ label: "Número do contrato", placeholder: "PF-2026-…" }}
        />
      )}
    </>
  );
}

function whyInDoubt({ state }: StatementLine, named: OwedPayment | undefined): string {
  if (!named) return "Não cita nenhum contrato.";
  const cites = `Cita o contrato ${named.contractNumber}, de ${named.tenant}`;
  if (state === "amount") return `${cites}, mas a taxa é de ${formatCurrency(named.amount)}.`;
  if (named.isOwed) return `${cites}, que outro lançamento deste arquivo já paga.`;
  return named.paidOn
    ? `${cites}, cuja taxa já foi paga em ${formatShortDate(named.paidOn)}.`
    : `${cites}, cuja taxa não é mais devida. Se o dinheiro entrou, registre-o para devolver.`;
}
