import { useId } from "react";
import type { Inspections } from "#contracts/inspections/inspections.ts";
import { FormAlert } from "../../ui/form/form.tsx";
import type { CaseParty } from "../../backend/files/case-files.ts";
import { Checklist, ClaimDay, type InspectionTexts } from "./inspection-parts.tsx";
import { ReportFiles } from "./report-files.tsx";
import { SendReport } from "./send-report.tsx";

interface InspectionCardProps {
  leaseId: string;
  /** Inspections; null when they could not be read. */
  shown: Inspections | null;
  party: CaseParty;
  intro: string;
  texts: InspectionTexts;
  /** Called when the files have changed. */
  onChange: () => void;
}

/** Shows the last day to claim, missing proof and the sent files, and lets a party send more. */
export function InspectionCard(props: InspectionCardProps) {
  const { leaseId, shown, party, intro, texts, onChange } = props;
  const titleId = useId();
  return (
    <section className="grid gap-6" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className="text-card">
          {texts.title}
        </h2>
        <p className="text-soft mt-2">{intro}</p>
      </div>
      {!shown && <FormAlert>{texts.files.failedText}</FormAlert>}
      {shown?.claimUntil && <ClaimDay until={shown.claimUntil} texts={texts} />}
      {shown && (
        <>
          {shown.claimUntil && <Checklist shown={shown} texts={texts.checklist} />}
          <ReportFiles
            leaseId={leaseId}
            files={shown.inspections}
            party={party}
            texts={texts.files}
          />
          {shown.takesInspections ? (
            <SendReport
              leaseId={leaseId}
              party={party}
              until={shown.claimUntil}
              texts={texts.send}
              onChange={onChange}
            />
          ) : (
            <p className="text-soft">{texts.send.closedText}</p>
          )}
        </>
      )}
    </section>
  );
}
