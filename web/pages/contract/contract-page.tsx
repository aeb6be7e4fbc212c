import {
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { PageHead } from "../../content/head.tsx";
import { PasswordWordsProvider } from "../../content/password-field.tsx";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { useSite } from "../../content/site-context.tsx";
import { OwnCorrection } from "../../features/confirm-correction/own-correction.tsx";
import { OwnInspections } from "../../features/inspections/own-inspections.tsx";
import { MyContract } from "../../features/my-contract/my-contract.tsx";
import { RegretContract } from "../../features/regret-contract/regret-contract.tsx";
import { Logo } from "../../ui/brand/icons.tsx";
import type { PageProps } from "../define-page.ts";

export function ContractPage({ content, path }: PageProps<ContractQueryResult>) {
  return (
    <>
      <PageHead seo={content.seo} path={path} title={content.title} noIndex />
      <div className="below-header print:p-0 min-h-[70vh] bg-sand-100 pb-section print:min-h-0 print:bg-white print:pb-0 print:text-[10pt]/snug">
        <div className="page-width max-w-[64rem]">
          <LetterHead content={content} path={path} />
          <PasswordWordsProvider words={content.passwordWords}>
            <MyContract
              texts={content}
              renderCorrection={(contractId) => (
                <OwnCorrection contractId={contractId} texts={content.correction} />
              )}
              renderInspections={(contractId) => (
                <OwnInspections
                  key={contractId}
                  contractId={contractId}
                  texts={content.inspections}
                />
              )}
              renderRegret={({ contractId, until, onRegret }) => (
                <RegretContract
                  by={{ contractId }}
                  until={until}
                  texts={content.regret}
                  onRegret={onRegret}
                />
              )}
            />
          </PasswordWordsProvider>
        </div>
      </div>
    </>
  );
}

/** On paper alone, where there is neither header nor footer: whose it is, from when, and from where. */
function LetterHead({ content, path }: PageProps<ContractQueryResult>) {
  const { name, origin } = useSite();
  const { company, printedLabel } = content;
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
          {printedLabel} {formatShortDate(todayInBrasilia())} ·{" "}
          {origin.replace(/^https?:\/\//, "") + path}
        </p>
      </div>
    </div>
  );
}

type Address = NonNullable<NonNullable<ContractQueryResult>["company"]>["address"];

function addressOf({ street, district, city, state, postalCode }: Address): string {
  return [street, district, city, state, `CEP ${postalCode}`].filter(Boolean).join(", ");
}
