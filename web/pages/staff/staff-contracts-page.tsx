import { isRunningState } from "../../../supabase/functions/_shared/contracts/guarantee/contract.ts";
import { PageHead } from "../../content/head.tsx";
import type { StaffTextsQueryResult } from "../../content/sanity.types.ts";
import { CaseWork } from "../../features/case-work/case-work.tsx";
import { StaffInspections } from "../../features/inspections/staff-inspections.tsx";
import { RenewalPanel } from "../../features/make-offers/offer-panel.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";
import { ContractClaims } from "../../features/staff-claims/open-claim.tsx";
import { ContractPayments } from "../../features/staff-payments/contract-payments.tsx";
import { StaffContracts } from "../../features/staff-contracts/staff-contracts.tsx";
import type { PageProps } from "../define-page.ts";

export function StaffContractsPage({ content, path }: PageProps<StaffTextsQueryResult>) {
  const title = "Contratos";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="Encontre, acompanhe e encerre contratos" isWide>
        {(account) => (
          <StaffContracts
            canCorrect={account.can_release}
            renderWork={(id) => (
              <div key={id}>
                <ContractClaims contractId={id} />
                <ContractPayments id={id} />
                <CaseWork about={{ contract_id: id }} />
              </div>
            )}
            renderInspections={(contract) => (
              <StaffInspections contractId={contract.id} shown={contract} />
            )}
            renderRenewal={(contract, onChange) =>
              // One from before requests is renewed by a new simulation.
              contract.request && (
                <RenewalPanel
                  contract={contract}
                  requestId={contract.request.id}
                  state={contract.renewal}
                  isRunning={isRunningState(contract.state)}
                  coveragePercent={content.coveragePercent ?? 0}
                  paymentMethods={content.paymentMethods}
                  onChange={onChange}
                />
              )
            }
          />
        )}
      </StaffScreen>
    </>
  );
}
