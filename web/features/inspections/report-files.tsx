import { type ReactNode, useState } from "react";
import { formatShortDateTime } from "#contracts/fields/formats.ts";
import { fileCode } from "#contracts/requests/documents.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type InspectionFile,
  momentTitles,
  roomTitles,
  sideTitles,
} from "#contracts/inspections/inspections.ts";
import { inspectionFilesMoment, inspectionFilesSide } from "#contracts/stored-values.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { Button } from "../../ui/feedback/button.tsx";
import { type CaseParty, loadCaseFile, openCaseFile } from "../../backend/files/case-files.ts";
import { DownloadButton } from "../../backend/files/download-button.tsx";
import { FileDialog } from "../../ui/feedback/file-dialog.tsx";
import { Fold } from "../../ui/section/facts.tsx";

import type { InspectionTexts } from "./inspection-parts.tsx";

interface ReportFilesProps {
  leaseId: string;
  files: readonly InspectionFile[];
  party: CaseParty;
  texts: InspectionTexts["files"];
  /** Returns a further action on a file; only staff have one. */
  renderAction?: (file: InspectionFile, title: string) => ReactNode;
}

/** Lists the received files by report and sender, each with its time of receipt and the start of its SHA-256. */
export function ReportFiles({ leaseId, files, party, texts, renderAction }: ReportFilesProps) {
  const backend = useBackend();
  const [opened, setOpened] = useState<InspectionFile>();
  const reports = inspectionFilesMoment
    .flatMap((moment) => inspectionFilesSide.map((side) => ({ moment, side })))
    .map(({ moment, side }) => ({
      moment,
      side,
      sent: files.filter((file) => file.moment === moment && file.side === side),
    }))
    .filter(({ sent }) => sent.length > 0);
  if (reports.length === 0) return <p className="text-soft">{texts.emptyText}</p>;
  return (
    <div className="grid gap-3">
      {reports.map(({ moment, side, sent }) => (
        <Fold
          key={moment + side}
          title={`${momentTitles[moment]}, ${sideTitles[side].toLowerCase()} (${sent.length})`}
          className="border-t border-sand-300 pt-3"
        >
          <ul className="mt-3 grid gap-3">
            {sent.map((file) => (
              <li
                key={file.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
              >
                <span className="min-w-0">
                  <strong className="block wrap-anywhere">{nameOf(file)}</strong>
                  <span className="text-sm text-muted tabular-nums">
                    {fillVariables(texts.receivedText, {
                      moment: formatShortDateTime(file.receivedAt),
                      code: `${fileCode(file.sha256)}…`,
                    })}
                  </span>
                  {file.asideReason !== undefined && (
                    <span className="block text-sm font-semibold">
                      {fillVariables(texts.asideText, { reason: file.asideReason })}
                    </span>
                  )}
                </span>
                <span className="flex flex-wrap items-center gap-3">
                  {renderAction?.(file, nameOf(file))}
                  <Button className="btn-outline btn-sm" onClick={() => setOpened(file)}>
                    {texts.openLabel}
                    <span className="sr-only"> {nameOf(file)}</span>
                  </Button>
                </span>
              </li>
            ))}
          </ul>
          <Receipt report={{ leaseId, moment, side }} party={party} texts={texts} />
        </Fold>
      ))}
      {opened && (
        <FileDialog
          title={nameOf(opened)}
          load={() => loadCaseFile(backend, party, opened.id)}
          name={`vistoria-${fileCode(opened.sha256)}`}
          texts={texts}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

function nameOf({ room, note }: InspectionFile): string {
  return note ? `${roomTitles[room]}: ${note}` : roomTitles[room];
}

interface ReceiptProps {
  report: {
    leaseId: string;
    moment: InspectionFile["moment"];
    side: InspectionFile["side"];
  };
  party: CaseParty;
  texts: InspectionTexts["files"];
}

/** Opens one PDF with all files of a report, which its sender can show to anybody. */
function Receipt({ report, party, texts }: ReceiptProps) {
  return (
    <div className="mt-4 grid gap-3 justify-items-start">
      <DownloadButton
        sign={(backend) => openCaseFile(backend, party, report)}
        label={texts.receiptLabel}
        failed={texts.openFailed}
      />
    </div>
  );
}
