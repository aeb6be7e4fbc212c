import { PageHead } from "../../content/head.tsx";
import { PrintedHead } from "../../content/printed-head.tsx";
import type { LandlordAreaQueryResult } from "../../content/sanity.types.ts";
import { ConfirmAccount, accountSecretOf } from "../../features/claim-guarantee/claim-account.tsx";
import {
  LandlordClaims,
  renderOpenedClaim,
  useOpenedClaim,
} from "../../features/claim-guarantee/landlord-claims.tsx";
import { InspectionCard } from "../../features/inspections/inspection-card.tsx";
import { LandlordArea, LostLandlordLink } from "../../features/landlord-area/landlord-area.tsx";
import { Spinner } from "../../ui/feedback/states.tsx";
import { useFragment } from "../../ui/layout/hooks.ts";
import type { PageProps } from "../define-page.ts";

/** Where the link of every mail to a landlord leads. */
export function LandlordAreaPage({ content, path }: PageProps<LandlordAreaQueryResult>) {
  const secret = useFragment();
  const accountSecret = secret ? accountSecretOf(secret) : undefined;
  const view = useOpenedClaim();
  return (
    <>
      <PageHead seo={null} path={path} title={content.title} noIndex />
      <section className="hero-band hero-sand print:bg-white print:bg-none print:p-0 print:text-[10pt]/snug">
        <div className="mx-auto w-full max-w-[46rem] px-gutter print:max-w-none print:p-0">
          <PrintedHead
            company={content.company}
            label={content.claimSheet.printedLabel}
            path={path}
          />
          <h1 className="text-heading print:text-base">{content.title}</h1>
          <p className="text-soft mt-3 print:hidden">{content.intro}</p>
          <div className="mt-8">
            {secret === undefined && (
              <div className="noscript:hidden">
                <Spinner label={content.loadingLabel} />
              </div>
            )}
            {secret === null && (
              <LostLandlordLink texts={content.lost} title={content.lost.title} />
            )}
            {accountSecret && (
              <ConfirmAccount
                key={accountSecret}
                accountSecret={accountSecret}
                texts={content.claim.account}
              />
            )}
            {secret && accountSecret === undefined && (
              <LandlordArea
                key={secret}
                secret={secret}
                texts={content}
                renderOpened={({ contracts, reload }) =>
                  renderOpenedClaim({ view, contracts, secret, texts: content, reload })
                }
                renderClaims={(contract) => (
                  <LandlordClaims contract={contract} texts={content} onOpen={view.open} />
                )}
                renderInspections={(contract, onChange) =>
                  content.inspections && (
                    <div className="border-t border-sand-300 pt-6">
                      <InspectionCard
                        contractId={contract.id}
                        shown={contract}
                        party={{ secret }}
                        intro={content.inspections.landlordText}
                        texts={content.inspections}
                        onChange={onChange}
                      />
                    </div>
                  )
                }
              />
            )}
          </div>
        </div>
      </section>
    </>
  );
}
