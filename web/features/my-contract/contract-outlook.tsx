import { fillVariables } from "../../../supabase/functions/_shared/contracts/variables.ts";
import { formatPhone } from "../../../supabase/functions/_shared/contracts/formats/phone.ts";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/formats/short-date.ts";
import { phoneHref } from "../../formats/phone.ts";
import { termOf } from "./contract-term.ts";
import type { ContractTexts } from "./contract-texts.ts";
import type { Contract } from "./read-contract.ts";

interface PartProps {
  contract: Contract;
  texts: ContractTexts;
}

/** How long the guarantee still holds, and what happens then. */
export function ContractOutlook({ contract, texts: { term } }: PartProps) {
  const { state, days } = termOf(contract);
  const values = {
    days,
    start: formatShortDate(contract.start_date),
    end: formatShortDate(contract.end_date),
  };
  const left = days === 0 ? term.lastDay : days === 1 ? term.oneDay : term.daysLeft;
  const words = {
    active: left,
    upcoming: term.upcoming,
    ended: term.ended,
    cancelled: term.cancelled,
  };
  const isOver = state === "ended" || state === "cancelled";
  return (
    <section
      className="card card-border grid gap-3 print:gap-1 print:border-0 print:p-0 print:[box-shadow:none]"
      aria-labelledby="term"
    >
      <h2 id="term" className="text-card print:text-base">
        {fillVariables(words[state], values)}
      </h2>
      <p>{fillVariables(isOver ? term.overText : term.afterText, values)}</p>
      {contract.close_reason && (
        <p className="wrap-anywhere">
          {term.reasonLabel}: {contract.close_reason}
        </p>
      )}
    </section>
  );
}

/** What is not covered, in bold, before anything is asked for (CDC, art. 54, § 4). */
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

/** Whom to ask. */
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
            className="link inline-flex min-h-6 items-center wrap-anywhere"
            href={`mailto:${company.email}`}
          >
            {company.email}
          </a>
          <a className="link inline-flex min-h-6 items-center" href={phoneHref(company.phone)}>
            {formatPhone(company.phone)}
          </a>
        </p>
      )}
    </section>
  );
}
