import { useState } from "react";
import type { RenewalState } from "#contracts/leases/contract.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";
import { OfferDialog } from "../../offers/staff/offer-dialog.tsx";
import { type OfferPanelProps, OfferSheet } from "../../offers/staff/offer-panel.tsx";
import {
  type RenewedContract,
  useOffers,
  useWithdrawOffer,
} from "../../offers/staff/use-offers.ts";

interface RenewalPanelProps extends Pick<OfferPanelProps, "rules"> {
  contract: RenewedContract;
  requestId: string;
  /** State of the contract's renewal, as private.renewal_state returns it. */
  state: string;
  /** Side that last asked for a renewal; null when nobody has. */
  askedBy: "tenant" | "landlord" | null;
  /** True when the contract runs and can therefore be renewed. */
  isRunning: boolean;
  /** Called after new conditions are offered or withdrawn, because both actions change the contract's data. */
  onChange: () => void;
}

const renewalStates: Readonly<Record<string, StatusLook>> = {
  none: { label: "Ninguém pediu a renovação", tone: "neutral" },
  asked: { label: "O locatário pediu a renovação", tone: "waiting" },
  offered: { label: "À espera do aceite", tone: "waiting" },
  declined: { label: "O locatário não quis as condições", tone: "bad" },
  expired: { label: "As condições venceram sem aceite", tone: "bad" },
  renewed: { label: "Renovado", tone: "good" },
} satisfies Record<RenewalState, StatusLook>;

/** Shows the renewal of a contract, and lets staff offer or withdraw conditions. */
export function RenewalPanel(props: RenewalPanelProps) {
  const { contract, requestId, state, askedBy, isRunning, rules, onChange } = props;
  const { tenant_name, landlord_name, rental_value, property_type } = contract;
  const [isMaking, setIsMaking] = useState(false);
  const offers = useOffers(requestId);
  const withdrawal = useWithdrawOffer(tenant_name);
  const latest = offers.data?.find(
    ({ renews, status }) =>
      renews?.contractNumber === contract.contract_number && status !== "withdrawn",
  );
  const { label, tone } = renewalStates[state] ?? { label: state, tone: "neutral" };
  const isByLandlord = state === "asked" && askedBy === "landlord";
  return (
    <section aria-labelledby="renewal-title" className="grid gap-4">
      <h3 id="renewal-title" className="border-b border-sand-200 pb-2 text-base">
        Renovação
      </h3>
      {(!latest || state === "asked") && (
        <p>
          <StatusBadge tone={tone}>
            {isByLandlord ? "O locador pediu que a renovação seja proposta" : label}
          </StatusBadge>
        </p>
      )}
      {offers.isError && (
        <LoadFailed text="Não foi possível carregar as condições." onRetry={offers.refetch} />
      )}
      {latest && <OfferSheet offer={latest} />}
      {isRunning && state !== "renewed" && (
        <div className="flex flex-wrap gap-3">
          <StaffButton needs="offers" onClick={() => setIsMaking(true)}>
            {latest?.status === "open" ? "Trocar as condições" : "Propor a renovação"}
          </StaffButton>
          {latest?.status === "open" && (
            <StaffButton
              needs="offers"
              isBusy={withdrawal.isPending}
              onClick={() => withdrawal.mutate(latest.id, { onSuccess: onChange })}
            >
              Retirar as condições
            </StaffButton>
          )}
        </div>
      )}
      {isMaking && (
        <OfferDialog
          simulation={{
            id: requestId,
            status: "approved",
            full_name: tenant_name,
            owner_name: landlord_name,
            rental_value,
            property_type,
          }}
          rules={rules}
          renewed={contract}
          former={latest}
          onMade={onChange}
          onClose={() => setIsMaking(false)}
        />
      )}
    </section>
  );
}
