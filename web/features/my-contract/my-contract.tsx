import { useRef } from "react";
import { clientTabPath } from "../../config/paths.ts";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { Spinner, StatePanel } from "../../ui/feedback/states.tsx";
import { ContractDocuments } from "./contract-documents.tsx";
import { ContractLetter } from "./contract-letter.tsx";
import { ContractExclusions, ContractHelp, ContractOutlook } from "./contract-outlook.tsx";
import { ContractSheet } from "./contract-sheet.tsx";
import type { ContractTexts } from "./contract-texts.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { useOpenContract } from "./use-open-contract.ts";

/** The tenant's contract with its documents, or what is shown in its place. */
export function MyContract({ texts }: { texts: ContractTexts }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { contract, isLoading, failed, tryAgain, expire, signOut } = useOpenContract();
  return (
    <>
      <div className="mb-8 flex min-h-12 print:mb-2 print:min-h-0 flex-wrap items-center justify-between gap-4">
        <h1 className="text-heading">{texts.title}</h1>
        {contract && (
          <div className="flex flex-wrap gap-3 print:hidden">
            <button
              type="button"
              className="btn btn-outline"
              onClick={() => dialog.current?.showModal()}
            >
              {texts.changePasswordLabel}
            </button>
            <button type="button" className="btn btn-outline" onClick={signOut}>
              {texts.signOutLabel}
            </button>
          </div>
        )}
      </div>
      {isLoading && <Spinner label={texts.loadingLabel} />}
      {contract && (
        <div className="grid gap-6 print:gap-3">
          <ContractOutlook contract={contract} texts={texts} />
          <ContractSheet contract={contract} texts={texts} />
          <ContractExclusions exclusions={texts.exclusions} />
          <ContractLetter contractId={contract.id} texts={texts.letter} />
          <PasswordDialog dialog={dialog} texts={texts.passwordChange} onSessionEnd={expire} />
          <ContractDocuments contractId={contract.id} texts={texts} onSessionEnd={expire} />
          <ContractHelp texts={texts} />
        </div>
      )}
      {!isLoading && !contract && (
        <StatePanel icon="document" title={texts.notFoundTitle}>
          <ButtonLink href={clientTabPath}>{texts.backToLoginLabel}</ButtonLink>
          {failed && (
            <button type="button" className="btn btn-outline" onClick={tryAgain}>
              {texts.tryAgainLabel}
            </button>
          )}
        </StatePanel>
      )}
    </>
  );
}
