import { type ReactNode, useState } from "react";
import { formatCurrency, todayInBrasilia } from "#contracts/fields/formats.ts";
import { addDays } from "../../../../formats/dates.ts";
import { Button } from "../../../../ui/feedback/button.tsx";
import { SpinnerRing } from "../../../../ui/feedback/states.tsx";
import { SelectField, TextField } from "../../../../ui/form/controls.tsx";
import { type MoneyView, type Period, type Totals, useTotals } from "./money-lists.ts";

const everything: Period = { from: null, to: null };

/** Named periods, computed from today's date (YYYY-MM-DD). */
const periods = {
  month: { label: "Este mês", of: (today: string) => monthOf(today) },
  before: { label: "Mês passado", of: (today: string) => monthOf(addDays(firstOf(today), -1)) },
  week: {
    label: "Próximos 7 dias",
    of: (today: string) => ({ from: today, to: addDays(today, 6) }),
  },
} as const;
type PeriodName = keyof typeof periods | "all" | "own";

const firstOf = (day: string) => `${day.slice(0, 7)}-01`;

function monthOf(day: string): Period {
  const first = firstOf(day);
  return { from: first, to: addDays(firstOf(addDays(first, 31)), -1) };
}

const options: readonly { value: PeriodName; label: string }[] = [
  { value: "all", label: "Todos os dias" },
  { value: "month", label: periods.month.label },
  { value: "before", label: periods.before.label },
  { value: "week", label: periods.week.label },
  { value: "own", label: "Escolher os dias…" },
];

interface PeriodFieldProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** Lets staff choose the period of a list: a named period, or any first and last day. */
function PeriodField({ period, onChange }: PeriodFieldProps) {
  const [name, setName] = useState<PeriodName>("all");
  const [today] = useState(() => todayInBrasilia());
  function choose(value: string): void {
    const chosen = options.find((option) => option.value === value)?.value ?? "all";
    setName(chosen);
    if (chosen === "all") onChange(everything);
    else if (chosen !== "own") onChange(periods[chosen].of(today));
  }
  return (
    <>
      <SelectField
        name="period"
        required
        options={options}
        choosePlaceholder="Período"
        value={name}
        onChange={(event) => choose(event.target.value)}
        texts={{ label: "Período" }}
      />
      {name === "own" && (
        <div className="grid grid-cols-2 gap-3">
          {(["from", "to"] as const).map((side) => (
            <TextField
              key={side}
              name={`period-${side}`}
              type="date"
              value={period[side] ?? ""}
              onChange={(event) => onChange({ ...period, [side]: event.target.value || null })}
              texts={{ label: side === "from" ? "De" : "Até" }}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface TotalsLineProps {
  wanted: { view: MoneyView; search: string; period: Period };
  /** List whose rows are summed. `dataUpdatedAt` is 0 until the list is loaded. */
  list: { dataUpdatedAt: number; isError: boolean };
}

/** Shows the totals of all rows that match the filter. Each reload of the list also reloads the totals. */
function TotalsLine({ wanted, list }: TotalsLineProps) {
  const { data, isError, isFetching, refetch } = useTotals(wanted, list.dataUpdatedAt);
  // The list shows its own error message.
  if (list.isError && list.dataUpdatedAt === 0) return null;
  if (isError) {
    return (
      <p role="alert" className="text-sm">
        Não foi possível somar.{" "}
        <Button className="btn-link px-0" onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      </p>
    );
  }
  return (
    <div
      aria-busy={isFetching}
      className="flex min-h-16 items-center border-y border-sand-300 py-2"
    >
      {data ? (
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          {sumsOf(data, wanted.view).map(({ label, amount }) => (
            <div key={label} className="min-w-0">
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="font-semibold whitespace-nowrap tabular-nums">
                {formatCurrency(amount)}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <SpinnerRing className="size-4" />
      )}
    </div>
  );
}

function sumsOf(totals: Totals, view: MoneyView): { label: string; amount: number }[] {
  if ("rest" in totals) {
    if (view === "to-allocate") return [{ label: "A alocar", amount: totals.rest }];
    return view === "in"
      ? [{ label: "Entradas", amount: totals.in }]
      : [{ label: "Saídas", amount: totals.out }];
  }
  const { sum, overdue, nextSevenDays } = totals;
  const week = { label: "Próximos 7 dias", amount: nextSevenDays };
  if (view === "overdue") return [{ label: "Vencido", amount: sum }];
  if (view === "due") return [{ label: "A receber", amount: sum }, week];
  return [{ label: "A pagar", amount: sum }, { label: "Atrasado", amount: overdue }, week];
}

interface MoneyToolsProps extends TotalsLineProps {
  onPeriod: (period: Period) => void;
  /** Further action on the list, such as a download. */
  children?: ReactNode;
}

/** Shows the period filter, the totals and further actions above a list of charges or movements. */
export function MoneyTools({ wanted, list, onPeriod, children }: MoneyToolsProps) {
  return (
    <>
      <PeriodField period={wanted.period} onChange={onPeriod} />
      <TotalsLine wanted={wanted} list={list} />
      {children}
    </>
  );
}
