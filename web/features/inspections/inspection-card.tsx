import { useEffect, useId, useRef } from "react";
import type { Inspections } from "../../../supabase/functions/_shared/contracts/guarantee/inspections.ts";
import { FormAlert } from "../../ui/form/form.tsx";
import type { Right } from "./case-files.ts";
import {
  Checklist,
  ClaimDay,
  type InspectionTexts,
  ReportFiles,
  SendReport,
} from "./inspection-parts.tsx";

interface InspectionCardProps {
  contractId: string;
  /** Null when it could not be read. */
  shown: Inspections | null;
  right: Right;
  intro: string;
  texts: InspectionTexts;
  /** There are others now: of many that arrive in a row it is said once. */
  onChange: () => void;
}

const SETTLE_MS = 1_500;

/** Everything that keeps a proof while it is easy: the last day, what is missing, the files, sending more. */
export function InspectionCard(props: InspectionCardProps) {
  const { contractId, shown, right, intro, texts, onChange } = props;
  const titleId = useId();
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  function arrived(): void {
    clearTimeout(settling.current);
    settling.current = setTimeout(onChange, SETTLE_MS);
  }
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
            contractId={contractId}
            files={shown.inspections}
            right={right}
            texts={texts.files}
          />
          {shown.takesInspections ? (
            <SendReport
              contractId={contractId}
              right={right}
              until={shown.claimUntil}
              texts={texts.send}
              onChange={arrived}
            />
          ) : (
            <p className="text-soft">{texts.send.closedText}</p>
          )}
        </>
      )}
    </section>
  );
}
