import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { Logo } from "../ui/brand/icons.tsx";
import type { ContractQueryResult } from "./sanity.types.ts";
import { useSite } from "./site-context.tsx";

type Company = NonNullable<ContractQueryResult>["company"];

interface PrintedHeadProps {
  company: Company;
  /** Text in front of the date of printing. */
  label: string;
  path: string;
}

/** Head of printed pages, which have no site header or footer. */
export function PrintedHead({ company, label, path }: PrintedHeadProps) {
  const { name, origin } = useSite();
  return (
    <div className="mb-4 hidden items-center justify-between gap-6 border-b border-sand-300 pb-2 text-[8pt]/snug print:flex">
      <Logo name={name} />
      <div className="text-right">
        {company && (
          <p>
            {company.legalName} · CNPJ {company.cnpj}
            <br />
            {addressOf(company.address)}
          </p>
        )}
        <p suppressHydrationWarning>
          {label} {formatShortDate(todayInBrasilia())} · {origin.replace(/^https?:\/\//, "") + path}
        </p>
      </div>
    </div>
  );
}

type Address = NonNullable<Company>["address"];

function addressOf({ street, district, city, state, postalCode }: Address): string {
  return [street, district, city, state, `CEP ${postalCode}`].filter(Boolean).join(", ");
}
