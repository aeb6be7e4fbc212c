import type { ReactNode } from "react";
import { formatCpf } from "../../../supabase/functions/_shared/contracts/formats/cpf.ts";
import { formatCurrency } from "../../../supabase/functions/_shared/contracts/formats/currency.ts";
import { formatMonths } from "../../formats/dates.ts";
import { formatPhone } from "../../../supabase/functions/_shared/contracts/formats/phone.ts";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/formats/short-date.ts";
import { DataList, Datum, Stat, StatList } from "../../ui/section/facts.tsx";
import { StatusBadge } from "../../ui/feedback/states.tsx";
import { termOf } from "./contract-term.ts";
import type { ContractTexts } from "./contract-texts.ts";
import type { Contract } from "./read-contract.ts";

interface ContractSheetProps {
  contract: Contract;
  texts: ContractTexts;
}

/** Everything the contract says, in the order of specification section 2. */
export function ContractSheet({ contract, texts }: ContractSheetProps) {
  const { labels } = texts;
  const { state } = termOf(contract);
  const isActive = state === "active" || state === "upcoming";
  return (
    <article
      aria-labelledby="contract-number"
      className="card card-border overflow-hidden p-0 print:overflow-visible print:rounded-none print:border-0 print:[box-shadow:none]"
    >
      <header className="on-dark flex flex-wrap items-center justify-between gap-4 px-[clamp(1.25rem,4vw,2.5rem)] py-6 print:bg-white print:p-0 print:text-ink print:[--text-muted:inherit]">
        <h2 id="contract-number">
          <span className="block text-sm font-medium text-soft">{texts.numberLabel}</span>{" "}
          <span className="text-card font-bold tabular-nums">{contract.contract_number}</span>
        </h2>
        <StatusBadge tone={isActive ? "good" : "neutral"}>
          {isActive ? texts.activeLabel : texts.inactiveLabel}
        </StatusBadge>
      </header>
      <div className="grid gap-8 p-[clamp(1.25rem,4vw,2.5rem)] lg:grid-cols-[2fr_1fr] print:grid-cols-[2fr_1fr] print:gap-3 print:p-0">
        <ContractPart title={texts.tenantTitle}>
          <DataList className="sm:grid-cols-2">
            <Datum label={labels.name}>{contract.tenant_name}</Datum>
            <Datum label={labels.cpf}>{formatCpf(contract.tenant_cpf)}</Datum>
            <Datum label={labels.email}>{contract.tenant_email}</Datum>
            <Datum label={labels.phone}>
              {contract.tenant_phone && formatPhone(contract.tenant_phone)}
            </Datum>
          </DataList>
        </ContractPart>
        <ContractPart title={texts.landlordTitle}>
          <DataList>
            <Datum label={labels.landlordName}>{contract.landlord_name}</Datum>
          </DataList>
        </ContractPart>
        <ContractPart title={texts.propertyTitle} isWide>
          <DataList className="sm:grid-cols-[1fr_2fr]">
            <Datum label={labels.propertyType}>{contract.property_type}</Datum>
            <Datum label={labels.propertyAddress}>{contract.property_address}</Datum>
          </DataList>
        </ContractPart>
        <ContractPart title={texts.valuesTitle} isWide>
          <StatList>
            <Stat label={labels.rentalValue}>{formatCurrency(contract.rental_value)}</Stat>
            <Stat label={labels.guaranteeValue}>
              {formatCurrency(contract.guarantee_reference_value)}
            </Stat>
            {contract.cover_limit !== null && (
              <Stat label={labels.coverLimit}>{formatCurrency(contract.cover_limit)}</Stat>
            )}
          </StatList>
          <DataList className="mt-6 grid-cols-2 lg:grid-cols-4">
            <Datum label={labels.startDate}>{formatShortDate(contract.start_date)}</Datum>
            <Datum label={labels.endDate}>{formatShortDate(contract.end_date)}</Datum>
            <Datum label={labels.duration}>{formatMonths(contract.contract_duration_months)}</Datum>
            <Datum label={labels.paymentMethod}>{contract.payment_method}</Datum>
            <Datum label={labels.fee}>
              {contract.fee === null ? null : formatCurrency(contract.fee)}
            </Datum>
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
