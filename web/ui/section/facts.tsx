import { type ReactNode, useId } from "react";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { type SentField, columnOf, writeSent } from "#contracts/fields/sent-fields.ts";
import { phoneHref } from "../../formats/phone.ts";
import { Icon } from "../brand/icons.tsx";

interface DataListProps {
  className?: string;
  children: ReactNode;
}

export function DataList({ className = "", children }: DataListProps) {
  return (
    <dl className={`grid gap-x-4 sm:gap-x-8 gap-y-4 print:gap-y-2 ${className}`}>{children}</dl>
  );
}

interface DatumProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Shows a label with its value, or nothing when there is no value. */
export function Datum({ label, className = "", children }: DatumProps) {
  if (children === null) return null;
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** Shows a list of `FactRow` elements, with each label beside its value when there is enough room. */
export function FactRows({ className = "", children }: DataListProps) {
  return <dl className={`grid grid-cols-1 gap-x-8 ${className}`}>{children}</dl>;
}

interface FactRowProps extends DatumProps {
  /** Explanation of the value, as wide as the row. */
  note?: ReactNode;
}

export function FactRow({ label, className = "", note, children }: FactRowProps) {
  return (
    <div
      className={`grid min-w-0 grid-cols-1 content-start items-baseline gap-x-4 border-b border-sand-200 py-1 min-[22rem]:grid-cols-[4fr_5fr] ${className}`}
    >
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0 text-sm font-medium wrap-anywhere tabular-nums sm:text-base">
        {children}
      </dd>
      {note && <dd className="col-span-full text-sm">{note}</dd>}
    </div>
  );
}

/** Shows a number, code or date in one line, even if it has hyphens. Very narrow screens may break the text. */
export function Whole({ className = "", children }: { className?: string; children: string }) {
  return <span className={`min-[20rem]:whitespace-nowrap ${className}`}>{children}</span>;
}

interface FoldProps {
  title: string;
  as?: "h2" | "h3" | "h6";
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
}

/** Shows a collapsible part of a page. A click on the title opens the part. */
export function Fold({ title, as: Title = "h3", isOpen, className = "", children }: FoldProps) {
  return (
    <details
      // The part is always open when the page is printed.
      className={`group print:details-content:[content-visibility:visible] ${className}`}
      open={isOpen}
    >
      <summary className="flex min-h-11 items-center justify-between gap-4">
        <Title className="text-base">{title}</Title>
        <Icon name="chevron" className="size-5 flex-none text-petrol-600 group-open:rotate-180" />
      </summary>
      {children}
    </details>
  );
}

/** Number of characters above which a value gets a row of its own. */
const longValue = 24;

interface SentFactsProps {
  fields: Readonly<Record<string, SentField>>;
  /** Submitted values by database column. */
  row: Readonly<Record<string, unknown>>;
}

/** Shows a form's filled fields. Phone numbers and e-mail addresses become links. */
export function SentFacts({ fields, row }: SentFactsProps) {
  return Object.entries(fields).map(([name, field]) => {
    const value = writeSent(field, row[columnOf(name)]);
    if (!value) return null;
    return (
      <Datum
        key={name}
        label={field.title}
        className={value.length > longValue ? "col-span-full" : ""}
      >
        {field.kind === "email" && (
          <a className="inline-block py-0.5" href={`mailto:${value}`}>
            {value}
          </a>
        )}
        {field.kind === "phone" && (
          <a className="inline-block py-0.5" href={phoneHref(value)}>
            {value}
          </a>
        )}
        {field.kind !== "email" && field.kind !== "phone" && (
          <span className="whitespace-pre-line">{value}</span>
        )}
      </Datum>
    );
  });
}

/** Shows the most important figures of a page (`Stat` elements), side by side when there is enough room. */
export function StatList({ children }: { children: ReactNode }) {
  return (
    <dl className="stats stats-vertical w-full bg-petrol-50 sm:stats-horizontal print:rounded-none print:bg-white">
      {children}
    </dl>
  );
}

export function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="stat print:px-0 print:py-1">
      <dt className="stat-title text-xs whitespace-normal text-muted">{label}</dt>
      <dd className="stat-value text-card tabular-nums">{children}</dd>
    </div>
  );
}

interface HistoryListProps {
  /** Events, the newest first. */
  entries: readonly { key: string; moment: string; text: string }[];
}

export function HistoryList({ entries }: HistoryListProps) {
  return (
    <ol className="timeline timeline-vertical timeline-compact text-sm">
      {entries.map(({ key, moment, text }, index) => (
        <li key={key}>
          {index > 0 && <hr aria-hidden="true" />}
          <span className="timeline-middle size-3 rounded-full border-2 border-petrol-600" />
          <div className="timeline-end ml-3 grid justify-self-stretch gap-x-4 break-words sm:grid-cols-[15rem_1fr]">
            <time className="text-muted" dateTime={moment}>
              {formatDateTime(moment)}
            </time>
            <span className="min-w-0">{text}</span>
          </div>
          {index < entries.length - 1 && <hr aria-hidden="true" />}
        </li>
      ))}
    </ol>
  );
}

interface CasePartProps {
  title: ReactNode;
  className?: string;
  children: ReactNode;
}

export function CasePart({ title, className, children }: CasePartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h3 id={id} className="mb-3 border-b border-sand-200 pb-2 text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}
