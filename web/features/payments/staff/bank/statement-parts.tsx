import { type ReactNode, useState } from "react";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { titleCharge } from "#contracts/payments/payments.ts";
import { Button } from "../../../../ui/feedback/button.tsx";
import { SelectField, TextField } from "../../../../ui/form/controls.tsx";
import { DataList, Datum, Fold, Whole } from "../../../../ui/section/facts.tsx";
import { listRows } from "../../../staff/shell/shortcuts.tsx";
import type { LeftOut, LeftOutReason } from "../statement/statement-reading.ts";
import {
  type Decision,
  type Line,
  chargeOf,
  describeChosen,
  explain,
  optionsOf,
  otherContract,
} from "./statement-choices.ts";
import type { KnownCharge, StatementPreview } from "./statement-preview.ts";

interface SummaryProps {
  name: string;
  lines: readonly Line[];
  leftOut: readonly LeftOut[];
}

/** Shows how many rows of the file are in each line state. Rows that are left out are counted too. */
export function Summary({ name, lines, leftOut }: SummaryProps) {
  const count = (...states: readonly string[]) =>
    lines.filter(({ judged }) => states.includes(judged.state)).length;
  const facts = [
    { label: "Pagam uma cobrança", value: count("pays") },
    { label: "Para decidir", value: count("part", "more", "settled", "stranger", "by-hand") },
    { label: "Saídas", value: count("payable", "out") },
    { label: "Já registradas", value: count("before") },
    { label: "Repetidas no arquivo", value: count("repeated") },
    { label: "Deixadas de lado", value: count("aside") },
    { label: "Fora do extrato", value: leftOut.length },
  ];
  return (
    <section aria-label="Resumo do extrato" className="card card-border">
      <p className="mb-3 text-sm wrap-anywhere">
        {name}: {lines.length === 1 ? "1 lançamento" : `${lines.length} lançamentos`}
      </p>
      <DataList className="grid-cols-2 sm:grid-cols-4 lg:grid-cols-7">
        {facts.map(({ label, value }) => (
          <Datum key={label} label={label}>
            {value}
          </Datum>
        ))}
      </DataList>
    </section>
  );
}

/** Number of lines shown at once. */
const step = 30;

interface GroupProps {
  title: string;
  lines: readonly Line[];
  children: (line: Line) => ReactNode;
}

/** Group of lines that a person must check. */
export function OpenGroup({ title, lines, empty, children }: GroupProps & { empty: string }) {
  return (
    <section aria-label={title} className="card card-border">
      <h2 className="text-card">
        {title} ({lines.length})
      </h2>
      {lines.length === 0 ? (
        <p className="text-soft mt-2 text-sm">{empty}</p>
      ) : (
        <Steps items={lines}>{children}</Steps>
      )}
    </section>
  );
}

/** Collapsed group of lines that need no decision. */
export function FoldedGroup({ title, lines, children }: GroupProps) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title} className="card card-border py-3">
      <Fold as="h2" title={`${title} (${lines.length})`}>
        <Steps items={lines}>{children}</Steps>
      </Fold>
    </section>
  );
}

interface StepsProps<Item> {
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}

/** Shows the first items of a long list, with a button that shows more items. */
function Steps<Item>({ items, children }: StepsProps<Item>) {
  const [shown, setShown] = useState(step);
  return (
    <>
      <ul {...listRows} className="mt-2 divide-y divide-sand-200">
        {items.slice(0, shown).map(children)}
      </ul>
      {shown < items.length && (
        <Button className="btn-outline mt-4" onClick={() => setShown(shown + step)}>
          Mostrar mais
        </Button>
      )}
    </>
  );
}

/** Shows a line of the file beside its controls (`children`). */
export function LineRow({ line: { read }, children }: { line: Line; children: ReactNode }) {
  const rows = [read.line, ...read.below];
  return (
    <li tabIndex={-1} className="grid gap-x-6 gap-y-3 py-4 lg:grid-cols-2">
      <div className="min-w-0">
        <p className="font-semibold tabular-nums">
          {read.direction === "out" && "− "}
          {formatCurrency(Number(read.amount))} em {formatShortDate(read.day)}
        </p>
        <p className="text-sm wrap-anywhere">{read.text}</p>
        <p className="text-xs text-muted tabular-nums">
          {rows.length === 1 ? "Linha" : "Linhas"} {rows.join(", ")}
        </p>
      </div>
      <div className="grid min-w-0 content-start justify-items-start gap-2">{children}</div>
    </li>
  );
}

interface ChargeCheckboxProps {
  line: Line;
  preview: StatementPreview;
  isChecked: boolean;
  onCheck: (isChecked: boolean) => void;
}

/** Names the charge that a line pays in full. An unchecked box leaves the line for a later decision. */
export function ChargeCheckbox({ line, preview, isChecked, onCheck }: ChargeCheckboxProps) {
  const charge = chargeOf(line, preview);
  if (!charge) return null;
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        className="checkbox checkbox-primary"
        checked={isChecked}
        onChange={(event) => onCheck(event.target.checked)}
      />
      <ChargeName charge={charge} />
    </label>
  );
}

function ChargeName({ charge }: { charge: KnownCharge }) {
  return (
    <span className="min-w-0">
      <span className="font-semibold wrap-anywhere">{charge.tenant}</span>
      <span className="block text-xs text-muted tabular-nums">
        {titleCharge(charge)} de <Whole>{charge.contractNumber ?? ""}</Whole> · vence em{" "}
        {formatShortDate(charge.dueOn)}
      </span>
    </span>
  );
}

interface QuestionProps {
  line: Line;
  preview: StatementPreview;
  decision: Decision;
  onDecide: (decision: Partial<Decision>) => void;
}

/** Explains a line and asks what to do with the line. */
export function Question({ line, preview, decision, onDecide }: QuestionProps) {
  const { place, state } = line.judged;
  const words = explain(line, preview);
  const chosen = describeChosen(decision, preview);
  return (
    <>
      {words && <p className="text-sm wrap-anywhere">{words}</p>}
      <SelectField
        name={`line-${place}`}
        className="w-full"
        options={optionsOf(line, preview)}
        choosePlaceholder={state === "aside" ? "Continua de lado" : "Decidir depois"}
        value={decision.value}
        onChange={(event) => onDecide({ value: event.target.value })}
        texts={{ label: "O que fazer com esta linha" }}
      />
      {chosen && <p className="text-xs text-muted wrap-anywhere">{chosen}</p>}
      {decision.value === otherContract && (
        <TextField
          name={`contract-${place}`}
          className="w-full"
          autoComplete="off"
          maxLength={40}
          value={decision.typed}
          onChange={(event) => onDecide({ typed: event.target.value })}
          texts={{ label: "Número do contrato", placeholder: "PF-2026-…" }}
        />
      )}
    </>
  );
}

const reasons: Readonly<Record<LeftOutReason, string>> = {
  balance: "Saldo",
  total: "Total",
  scheduled: "Agendado",
  blank: "Em branco",
  zero: "Valor zero",
  note: "Título ou nota",
  direction: "Sem direção",
  unreadable: "Não foi lida",
};

/** Lists the rows of the file that are not imported, each with its line number and the reason. */
export function LeftOutRows({ rows }: { rows: readonly LeftOut[] }) {
  if (rows.length === 0) return null;
  // The list starts open when it contains an unreadable row, because this row may be a payment.
  const isUnread = rows.some(({ reason }) => reason === "unreadable");
  return (
    <section aria-label="Fora do extrato" className="card card-border py-3">
      <Fold as="h2" title={`Fora do extrato (${rows.length})`} isOpen={isUnread}>
        <Steps items={rows}>
          {({ line, text, reason, problem }) => (
            <li
              key={`${line} ${text}`}
              tabIndex={-1}
              className="grid gap-x-4 py-2 text-sm sm:grid-cols-[5rem_10rem_minmax(0,1fr)]"
            >
              <span className="text-muted tabular-nums">Linha {line}</span>
              <span className={reason === "unreadable" ? "font-semibold" : ""}>
                {problem.replace(/^Linha \d+: /, "") || reasons[reason]}
              </span>
              <span className="wrap-anywhere">{text}</span>
            </li>
          )}
        </Steps>
      </Fold>
    </section>
  );
}
