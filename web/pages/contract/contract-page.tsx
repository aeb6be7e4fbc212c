import { PageHead } from "../../content/head.tsx";
import { PasswordWordsProvider } from "../../content/password-field.tsx";
import { PrintedHead } from "../../content/printed-head.tsx";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { TenantClaims } from "../../features/claim-guarantee/tenant-claims.tsx";
import { OwnCorrection } from "../../features/confirm-correction/own-correction.tsx";
import { OwnInspections } from "../../features/inspections/own-inspections.tsx";
import { MyContract } from "../../features/my-contract/my-contract.tsx";
import { RegretContract } from "../../features/regret-contract/regret-contract.tsx";
import { useChosenCase } from "../../ui/layout/list-and-detail.tsx";
import type { PageProps } from "../define-page.ts";

export function ContractPage({ content, path }: PageProps<ContractQueryResult>) {
  const [openedClaim, openClaim] = useChosenCase();
  return (
    <>
      <PageHead seo={content.seo} path={path} title={content.title} noIndex />
      <div className="below-header print:p-0 min-h-[70vh] bg-sand-100 pb-section print:min-h-0 print:bg-white print:pb-0 print:text-[10pt]/snug">
        <div className="page-width max-w-[64rem]">
          <PrintedHead company={content.company} label={content.printedLabel} path={path} />
          <PasswordWordsProvider words={content.passwordWords}>
            <MyContract
              texts={content}
              isClaimOpen={openedClaim !== null}
              renderClaims={(contractId) => (
                <TenantClaims
                  contractId={contractId}
                  opened={openedClaim}
                  onOpen={openClaim}
                  texts={content}
                />
              )}
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
