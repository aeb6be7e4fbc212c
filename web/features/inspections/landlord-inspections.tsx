import type { LandlordContract } from "../../../supabase/functions/_shared/contracts/guarantee/landlord.ts";
import { InspectionCard } from "./inspection-card.tsx";
import type { InspectionTexts } from "./inspection-parts.tsx";

interface LandlordInspectionsProps {
  contract: LandlordContract;
  /** Of the link that shows it. */
  secret: string;
  texts: InspectionTexts | null | undefined;
  onChange: () => void;
}

/** The reports of a contract, for whoever has the link of its landlord's address. */
export function LandlordInspections(props: LandlordInspectionsProps) {
  const { contract, secret, texts, onChange } = props;
  if (!texts) return null;
  return (
    <div className="border-t border-sand-300 pt-6">
      <InspectionCard
        contractId={contract.id}
        shown={contract}
        right={{ secret }}
        intro={texts.landlordText}
        texts={texts}
        onChange={onChange}
      />
    </div>
  );
}
