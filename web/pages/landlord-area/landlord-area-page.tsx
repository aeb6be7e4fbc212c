import { PageHead } from "../../content/head.tsx";
import { PrintedHead } from "../../content/printed-head.tsx";
import type { LandlordAreaQueryResult } from "../../content/sanity.types.ts";
import { ConfirmClaimAccount } from "../../features/claims/landlord/claim-account.tsx";
import {
  LandlordArea,
  LostLandlordLink,
} from "../../features/landlords/landlord/landlord-area.tsx";
import {
  readLandlordLink,
  useLandlordPlace,
} from "../../features/landlords/landlord/landlord-place.ts";
import { accountSecretOf } from "../../features/payments/bank-account.tsx";
import { Spinner } from "../../ui/feedback/states.tsx";
import type { PageProps } from "../define-page.ts";

/** Shows the page to which every e-mail to a landlord links. */
export function LandlordAreaPage({ content, path }: PageProps<LandlordAreaQueryResult>) {
  const place = useLandlordPlace();
  const { fragment } = place;
  const accountSecret = fragment ? accountSecretOf(fragment) : undefined;
  const link = fragment && accountSecret === undefined ? readLandlordLink(fragment) : null;
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
            {fragment === undefined && (
              <div className="noscript:hidden">
                <Spinner label={content.loadingLabel} />
              </div>
            )}
            {fragment === null && (
              <LostLandlordLink texts={content.lost} title={content.lost.title} />
            )}
            {accountSecret && (
              <ConfirmClaimAccount
                key={accountSecret}
                accountSecret={accountSecret}
                texts={content.claim.account}
              />
            )}
            {link && <LandlordArea key={link.secret} link={link} place={place} texts={content} />}
          </div>
        </div>
      </section>
    </>
  );
}
