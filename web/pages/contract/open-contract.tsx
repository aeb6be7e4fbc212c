import { useQueryClient } from "@tanstack/react-query";
import type { ClaimView } from "#contracts/claims/claims.ts";
import { CalendarButton } from "../../ui/feedback/calendar-button.tsx";
import { ClaimList } from "../../features/claims/tenant/tenant-claims.tsx";
import {
  OwnInspections,
  useOwnInspections,
} from "../../features/inspections/tenant/own-inspections.tsx";
import { LandlordAddress } from "../../features/landlords/tenant/landlord-address.tsx";
import { OwnCorrection } from "../../features/leases/tenant/confirm-correction.tsx";
import { calendarOfContract } from "../../features/leases/tenant/contract-calendar.tsx";
import {
  type Contract,
  type ContractTexts,
  useEnding,
} from "../../features/leases/tenant/contract-data.ts";
import {
  ContractDocuments,
  ContractLetter,
} from "../../features/leases/tenant/contract-documents.tsx";
import {
  ContractExclusions,
  ContractHelp,
  ContractOutlook,
  ContractSheet,
} from "../../features/leases/tenant/contract-sheet.tsx";
import { EndContract } from "../../features/leases/tenant/end-contract.tsx";
import { RegretContract } from "../../features/leases/tenant/regret-contract.tsx";
import { RenewContract } from "../../features/leases/tenant/renew-contract.tsx";
import { ContractPayment } from "../../features/payments/tenant/contract-payment.tsx";

interface OpenContractProps {
  contract: Contract;
  /** All contracts of the tenant. */
  contracts: readonly Contract[];
  /** Claims on all leases of the tenant. */
  claims: readonly ClaimView[];
  texts: ContractTexts;
  onOpenClaim: (claimId: string) => void;
  onSessionEnd: () => void;
}

/** Shows one contract of the tenant with everything that the tenant can do about it. */
export function OpenContract(props: OpenContractProps) {
  const { contract, contracts, claims, texts, onOpenClaim, onSessionEnd } = props;
  const queries = useQueryClient();
  const { id, status } = contract;
  const { data: endings } = useEnding(id);
  const ending = endings?.ending ?? null;
  const inspections = useOwnInspections(id);
  const isRenewed = contracts.some(
    (other) => other.renews_contract_id === id && other.status !== "cancelled",
  );
  return (
    <>
      <ClaimList
        claims={claims}
        contract={contract}
        contracts={contracts}
        texts={texts}
        onOpen={onOpenClaim}
      />
      <OwnCorrection contractId={id} texts={texts.correction} />
      <ContractLetter contract={contract} ending={ending} texts={texts.letter} />
      <ContractPayment contract={contract} texts={texts} />
      <RenewContract contractId={id} texts={texts.renewal} />
      <ContractOutlook contract={contract} ending={ending} isRenewed={isRenewed} texts={texts}>
        {status !== "cancelled" && !inspections.isPending && (
          <CalendarButton
            label={texts.calendar.label}
            calendarOf={() =>
              calendarOfContract(
                contract,
                { ending, lastClaimDay: inspections.data?.claimUntil?.day },
                texts,
              )
            }
          />
        )}
      </ContractOutlook>
      <RegretContract
        by={{ contractId: id }}
        until={endings?.regretUntil}
        texts={texts.regret}
        onRegret={() => void queries.invalidateQueries({ queryKey: ["contract"] })}
      />
      {endings && (
        <EndContract
          contract={contract}
          ending={ending}
          texts={texts.ending}
          retryLabel={texts.tryAgainLabel}
        />
      )}
      <OwnInspections contractId={id} leaseId={contract.lease_id} texts={texts.inspections} />
      <ContractSheet contract={contract} ending={ending} texts={texts} />
      <LandlordAddress contract={contract} texts={texts.landlordAddress} />
      <ContractExclusions exclusions={texts.exclusions} />
      <ContractDocuments contractId={id} texts={texts} onSessionEnd={onSessionEnd} />
      <ContractHelp texts={texts} />
    </>
  );
}
