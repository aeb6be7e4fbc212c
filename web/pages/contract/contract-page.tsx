import { PageHead } from "../../content/head.tsx";
import { PasswordWordsProvider } from "../../content/password-field.tsx";
import { PrintedHead } from "../../content/printed-head.tsx";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { accountSecretOf } from "../../features/payments/bank-account.tsx";
import { ConfirmRefundAccount } from "../../features/payments/tenant/refund-account.tsx";
import { useFragment } from "../../ui/layout/hooks.ts";
import { MyContract } from "./my-contract.tsx";
import type { PageProps } from "../define-page.ts";

export function ContractPage({ content, path }: PageProps<ContractQueryResult>) {
  const fragment = useFragment();
  const accountSecret = fragment ? accountSecretOf(fragment) : undefined;
  return (
    <>
      <PageHead seo={content.seo} path={path} title={content.title} noIndex />
      <div className="below-header print:p-0 min-h-[70vh] bg-sand-100 pb-section print:min-h-0 print:bg-white print:pb-0 print:text-[10pt]/snug">
        <div className="page-width max-w-[64rem]">
          <PrintedHead company={content.company} label={content.printedLabel} path={path} />
          {accountSecret === undefined ? (
            <PasswordWordsProvider words={content.passwordWords}>
              <MyContract texts={content} />
            </PasswordWordsProvider>
          ) : (
            <>
              <h1 className="mb-8 text-heading">{content.title}</h1>
              <ConfirmRefundAccount
                key={accountSecret}
                accountSecret={accountSecret}
                texts={content.refundAccount}
              />
            </>
          )}
        </div>
      </div>
    </>
  );
}
