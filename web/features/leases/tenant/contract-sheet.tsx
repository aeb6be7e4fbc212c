import type { ReactNode } from "react";
import { contractFields } from "#contracts/leases/contract.ts";
import { type ContractEnding, endingWords, sayRefund } from "#contracts/leases/endings.ts";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { columnOf, writeSent } from "#contracts/fields/sent-fields.ts";
import { formatPhone } from "#contracts/fields/phones.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { phoneHref } from "../../../formats/phone.ts";
import { StatusBadge } from "../../../ui/feedback/states.tsx";
import { DataList, Datum, Stat, StatList, Whole } from "../../../ui/section/facts.tsx";
import { type Contract, type ContractTexts, termOf, wordsOfTerm } from "./contract-data.ts";

const fieldNames = Object.keys(contractFields).filter(
  (name): name is keyof typeof contractFields => name in contractFields,
);

interface ContractSheetProps {
  contract: Contract;
  ending: ContractEnding | null;
  texts: ContractTexts;
}

/** Shows the contract's data in the order of section 2 of the specification. */
export function ContractSheet({ contract, ending, texts }: ContractSheetProps) {
  const { term } = texts;
  const { state, isRunning, lastDay } = termOf(contract, ending);
  const endsEarly = lastDay !== contract.end_date;
  // The end of the term and an earlier last day must not look like two ends.
  const labels = { ...texts.labels, ...(endsEarly && { endDate: term.planned }) };
  const early = isRunning ? term.endsOn : state === "cancelled" ? term.cancelledOn : term.endedOn;
  const isAwaited = state === "awaiting_payment";
  const row: Readonly<Record<string, unknown>> = contract;
  const facts = (part: string, Fact: typeof Datum | typeof Stat) =>
    fieldNames
      .filter((name) => contractFields[name].part === part)
      .map((name) => {
        const value = writeSent(contractFields[name], row[columnOf(name)]);
        return (
          value && (
            <Fact key={name} label={labels[name]}>
              {value}
            </Fact>
          )
        );
      });
  return (
    <article
      aria-labelledby="contract-number"
      className="card card-border overflow-hidden p-0 print:overflow-visible print:rounded-none print:border-0 print:[box-shadow:none]"
    >
      <header className="on-dark flex flex-wrap items-center justify-between gap-4 px-[clamp(1.25rem,4vw,2.5rem)] py-6 print:bg-white print:mb-2 print:p-0 print:text-ink print:[--text-muted:inherit]">
        <h2 id="contract-number">
          <span className="block text-sm font-medium text-soft">{texts.numberLabel}</span>{" "}
          <Whole className="text-card font-bold tabular-nums">{contract.contract_number}</Whole>
        </h2>
        <StatusBadge tone={isAwaited ? "waiting" : isRunning ? "good" : "neutral"}>
          {isAwaited ? texts.awaitingLabel : isRunning ? texts.activeLabel : texts.inactiveLabel}
        </StatusBadge>
      </header>
      <div className="grid grid-cols-1 gap-8 p-[clamp(1.25rem,4vw,2.5rem)] lg:grid-cols-[2fr_1fr] print:grid-cols-[2fr_1fr] print:gap-3 print:p-0">
        <ContractPart title={texts.tenantTitle}>
          <DataList className="sm:grid-cols-2">{facts("tenant", Datum)}</DataList>
        </ContractPart>
        <ContractPart title={texts.landlordTitle}>
          <DataList>{facts("landlord", Datum)}</DataList>
        </ContractPart>
        <ContractPart title={texts.propertyTitle} isWide>
          <DataList className="sm:grid-cols-[1fr_2fr]">{facts("property", Datum)}</DataList>
        </ContractPart>
        <ContractPart title={texts.valuesTitle} isWide>
          <StatList>{facts("figures", Stat)}</StatList>
          <DataList className="mt-6 grid-cols-2 lg:grid-cols-4 print:mt-2 print:grid-cols-3">
            {facts("terms", Datum)}
            <Datum label={early}>{endsEarly ? formatShortDate(lastDay) : null}</Datum>
          </DataList>
        </ContractPart>
      </div>
    </article>
  );
}

interface ContractPartProps {
  title: string;
  isWide?: boolean;
  children: ReactNode;
}

function ContractPart({ title, isWide, children }: ContractPartProps) {
  return (
    <section
      className={`break-inside-avoid ${isWide ? "col-span-full border-t border-sand-200 pt-8 print:pt-2" : ""}`}
    >
      <h3 className="mb-4 text-base print:mb-1">{title}</h3>
      {children}
    </section>
  );
}

interface PartProps {
  contract: Contract;
  texts: ContractTexts;
}

interface ContractOutlookProps extends PartProps {
  /** Ending that was requested or completed; null when nobody has asked to end the contract. */
  ending: ContractEnding | null;
  /** Whether another contract renews this one. */
  isRenewed: boolean;
  children: ReactNode;
}

/** Shows the remaining time and the next steps, or why the contract was closed. */
export function ContractOutlook(props: ContractOutlookProps) {
  const { contract, ending, isRenewed, texts, children } = props;
  const { term } = texts;
  const { isRunning, lastDay } = termOf(contract, ending);
  const values = { start: formatShortDate(contract.start_date), end: formatShortDate(lastDay) };
  return (
    <section
      className="card card-border grid gap-3 print:gap-1 print:border-0 print:p-0 print:[box-shadow:none]"
      aria-labelledby="term"
    >
      <h2 id="term" className="text-card print:text-base">
        {wordsOfTerm(contract, term, ending)}
      </h2>
      {!isRunning && ending?.status === "confirmed" && (
        <p>{fillVariables(texts.kinds[endingWords[ending.kind]], values)}</p>
      )}
      {ending?.refund && <p>{sayRefund(ending.refund, texts.regret)}</p>}
      <p>{fillVariables(term[nextStepsOf(contract, ending, isRenewed)], values)}</p>
      {contract.close_reason && (
        <p className="wrap-anywhere">
          {term.reasonLabel}: {contract.close_reason}
        </p>
      )}
      {children}
    </section>
  );
}

/** Kinds of endings after which the lease does not continue, so that no text speaks of its continuation. */
const kindsThatEndLease: readonly ContractEnding["kind"][] = [
  "moved-out",
  "end-of-lease",
  "never-began",
];

/** Returns the key of the text about next steps. A cancelled contract covered nothing, so it has its own text. */
export function nextStepsOf(
  contract: Parameters<typeof termOf>[0],
  ending: Pick<ContractEnding, "kind" | "status" | "keys_on"> | null,
  isRenewed: boolean,
) {
  const { isRunning, state } = termOf(contract);
  if (state === "cancelled") return "cancelledText";
  const isConfirmed = ending?.status === "confirmed";
  if (isRunning && isConfirmed) return "endingText";
  if (isConfirmed && kindsThatEndLease.includes(ending.kind)) return "leftText";
  if (isRenewed) return "renewedText";
  return isRunning ? "afterText" : "overText";
}

/** Lists in bold what the guarantee does not cover. The list comes before any action (CDC, art. 54, § 4). */
export function ContractExclusions({ exclusions }: { exclusions: ContractTexts["exclusions"] }) {
  if (!exclusions) return null;
  return (
    <section
      className="limiting-clause mt-0 grid gap-2 print:gap-1 print:p-2"
      aria-labelledby="exclusions"
    >
      <h2 id="exclusions" className="text-card print:text-base">
        {exclusions.title}
      </h2>
      <ul className="list-disc pl-5 font-bold print:columns-2">
        {exclusions.items.map(({ _key, text }) => (
          <li key={_key}>{text}</li>
        ))}
      </ul>
      <p>{exclusions.note}</p>
    </section>
  );
}

export function ContractHelp({ texts: { help, company } }: Pick<PartProps, "texts">) {
  return (
    <section
      className="card card-border grid gap-2 print:gap-1 print:border-0 print:p-0 print:[box-shadow:none]"
      aria-labelledby="help"
    >
      <h2 id="help" className="text-card print:text-base">
        {help.title}
      </h2>
      <p className="text-soft print:hidden">{help.text}</p>
      {company && (
        <p className="flex flex-wrap gap-x-6 gap-y-1">
          <a
            className="underline inline-flex min-h-6 items-center wrap-anywhere"
            href={`mailto:${company.email}`}
          >
            {company.email}
          </a>
          <a className="underline inline-flex min-h-6 items-center" href={phoneHref(company.phone)}>
            {formatPhone(company.phone)}
          </a>
        </p>
      )}
    </section>
  );
}
