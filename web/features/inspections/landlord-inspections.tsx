import { useMutation } from "@tanstack/react-query";
import type { LandlordContract } from "../../../supabase/functions/_shared/contracts/guarantee/landlord.ts";
import { paths } from "../../config/paths.ts";
import type { LandlordAreaQueryResult } from "../../content/sanity.types.ts";
import { writeDays } from "../../formats/calendar.ts";
import { saveFile } from "../../ui/feedback/save-file.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { InspectionCard } from "./inspection-card.tsx";
import type { InspectionTexts } from "./inspection-parts.tsx";

interface LandlordInspectionsProps {
  contract: LandlordContract;
  /** Of the link that shows it. */
  secret: string;
  texts: InspectionTexts | null | undefined;
  calendar: NonNullable<LandlordAreaQueryResult>["calendar"];
  onChange: () => void;
}

/** The reports of a contract, for whoever has the link of its landlord's address. */
export function LandlordInspections(props: LandlordInspectionsProps) {
  const { contract, secret, texts, calendar, onChange } = props;
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
      >
        {calendar && <DaysFile contract={contract} calendar={calendar} />}
      </InspectionCard>
    </div>
  );
}

type DaysFileProps = {
  contract: LandlordContract;
  calendar: NonNullable<LandlordInspectionsProps["calendar"]>;
};

/** The last day of the contract and the last one for the guarantee, for the landlord's calendar. */
function DaysFile({ contract, calendar }: DaysFileProps) {
  const { id, claimUntil, state, endDate, property } = contract;
  const saving = useMutation({
    mutationFn: () =>
      writeDays({
        name: property,
        description: property,
        url: `${location.origin}${paths.landlordArea}`,
        days: [
          ...(state === "in_force" || state === "upcoming"
            ? [{ id: `end-${id}`, day: endDate, summary: calendar.end }]
            : []),
          ...(claimUntil
            ? [{ id: `proof-${id}`, day: claimUntil.day, summary: calendar.proof }]
            : []),
        ],
      }),
    onSuccess: (days) =>
      saveFile(new Blob([days], { type: "text/calendar" }), "datas-da-fianca.ics"),
  });
  if (!claimUntil) return null;
  return (
    <button
      type="button"
      className="btn btn-outline justify-self-start max-sm:w-full"
      disabled={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {saving.isPending && <SpinnerRing />}
      {calendar.label}
    </button>
  );
}
