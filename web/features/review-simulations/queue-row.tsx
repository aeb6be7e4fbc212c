import { formatCurrency } from "../../../supabase/functions/_shared/contracts/formats/currency.ts";
import { describeRemaining } from "../../formats/dates.ts";
import { Icon } from "../../ui/brand/icons.tsx";
import { StatusBadge } from "../../ui/feedback/states.tsx";
import type { QueueLine } from "./queue-page.ts";
import { SimulationStatus } from "./simulation-status.tsx";

/** A line of the queue: who, where, how much, and how much time is left. */
export function QueueRow({ line, now }: { line: QueueLine; now: number }) {
  const { status, fullName, protocol, city, state, rentalValue } = line;
  return (
    <>
      <span className="flex items-start justify-between gap-2">
        <span className="min-w-0 font-semibold wrap-anywhere">{fullName}</span>
        {status === "pending" ? (
          <TimeLeft due={line.answerDueAt} now={now} />
        ) : (
          <SimulationStatus status={status} />
        )}
      </span>
      <span className="text-soft flex flex-wrap justify-between gap-x-3 text-xs">
        <span className="tabular-nums">{protocol}</span>
        <span className="tabular-nums">{formatCurrency(rentalValue)}</span>
      </span>
      <span className="text-soft text-xs wrap-anywhere">
        {city}/{state}
      </span>
      <Marks line={line} />
    </>
  );
}

function TimeLeft({ due, now }: { due: string; now: number }) {
  const { text, isLate } = describeRemaining(due, now);
  return (
    <span
      className={`flex flex-none items-center gap-1 text-xs font-semibold ${isLate ? "text-danger" : "text-soft"}`}
    >
      <Icon name="clock" className="size-3.5" />
      {text}
    </span>
  );
}

function Marks({ line }: { line: QueueLine }) {
  const { repeatedCpf, documentsAsked, documentsSent, offerStatus } = line;
  const marks = [
    repeatedCpf && "CPF repetido",
    documentsAsked > 0 && "Aguarda documentos",
    documentsSent > 0 && "Documentos a ler",
    offerStatus && offerMarks[offerStatus],
  ].filter((mark) => typeof mark === "string");
  if (marks.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {marks.map((mark) => (
        <StatusBadge key={mark} tone="neutral">
          {mark}
        </StatusBadge>
      ))}
    </span>
  );
}

const offerMarks: Record<string, string> = {
  open: "Condições enviadas",
  accepted: "Condições aceitas",
  expired: "Condições vencidas",
};
