import { PageHead } from "../../content/head.tsx";
import { CaseWork } from "../../features/case-work/case-work.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";
import { ContractPayments } from "../../features/staff-payments/contract-payments.tsx";
import { StaffContracts } from "../../features/staff-contracts/staff-contracts.tsx";

export function StaffContractsPage({ path }: { path: string }) {
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
                <ContractPayments id={id} />
                <CaseWork about={{ contract_id: id }} />
              </div>
            )}
          />
        )}
      </StaffScreen>
    </>
  );
}
