import { useId, useState } from "react";
import {
  formatShortDate,
  formatShortDateTime,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import { fileCode } from "#contracts/requests/documents.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type ClaimUntil,
  type InspectionFile,
  type Inspections,
  momentTitles,
  roomTitles,
  sideTitles,
} from "#contracts/inspections/inspections.ts";
import {
  inspectionFilesFileType,
  inspectionFilesMoment,
  inspectionFilesRoom,
  inspectionFilesSide,
} from "#contracts/stored-values.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { Button } from "../../ui/feedback/button.tsx";
import {
  type CaseParty,
  loadCaseFile,
  openCaseFile,
  sendCaseFile,
} from "../../backend/files/case-files.ts";
import { DownloadButton } from "../../backend/files/download-button.tsx";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { daysUntil } from "../../formats/dates.ts";
import { FileDialog } from "../../ui/feedback/file-dialog.tsx";
import { UploadQueue } from "../../ui/feedback/upload-queue.tsx";
import { SelectField, TextField } from "../../ui/form/controls.tsx";
import { Fold } from "../../ui/section/facts.tsx";

/** Editors' texts about inspection reports. */
export type InspectionTexts = NonNullable<NonNullable<ContractQueryResult>["inspections"]>;

/** Shows the last day to claim, and the day from which it is counted. */
export function ClaimDay({ until, texts }: { until: ClaimUntil; texts: InspectionTexts }) {
  const { day, since, countedFrom } = until;
  const isOver = day < todayInBrasilia();
  const words = isOver ? texts.overText : countedFrom === "keys" ? texts.keysText : texts.endText;
  return (
    <p className="rounded-md bg-sand-100 p-4">
      {fillVariables(words, { day: formatShortDate(day), since: formatShortDate(since) })}
    </p>
  );
}

interface ChecklistProps {
  shown: Inspections;
  texts: InspectionTexts["checklist"];
}

/** Lists the proof that a claim would need from entry and exit, present and missing. */
export function Checklist({ shown, texts }: ChecklistProps) {
  const titleId = useId();
  const has = (moment: InspectionFile["moment"], side: InspectionFile["side"]) =>
    shown.inspections.some((file) => file.moment === moment && file.side === side);
  const parts = [
    {
      title: texts.entryTitle,
      text: texts.entryText,
      lines: [
        { name: texts.tenantEntry, isThere: has("entry", "tenant") },
        { name: texts.landlordEntry, isThere: has("entry", "landlord") },
      ],
    },
    {
      title: texts.exitTitle,
      text: texts.exitText,
      lines: [
        { name: texts.tenantExit, isThere: has("exit", "tenant") },
        { name: texts.landlordExit, isThere: has("exit", "landlord") },
        { name: texts.keys, isThere: Boolean(shown.keysProofAt) },
      ],
    },
  ];
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {parts.map(({ title, text, lines }, place) => (
        <section key={title} aria-labelledby={`${titleId}-${place}`}>
          <h3 id={`${titleId}-${place}`} className="text-base">
            {title}
          </h3>
          <p className="mt-1 text-sm">{text}</p>
          <ul className="mt-3 grid gap-1">
            {lines.map(({ name, isThere }) => (
              <li key={name}>
                <span aria-hidden="true">{isThere ? "✓" : "○"}</span> {name}:{" "}
                <strong>{isThere ? texts.doneLabel : texts.missingLabel}</strong>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface SendReportProps {
  contractId: string;
  party: CaseParty;
  until: ClaimUntil | null | undefined;
  texts: InspectionTexts["send"];
  onChange: () => void;
}

/** Number of days before the end of a lease from which the form preselects the exit report. */
const EXIT_DAYS = 30;

/** Sends any number of files for one room of an inspection report. */
export function SendReport({ contractId, party, until, texts, onChange }: SendReportProps) {
  const backend = useBackend();
  const [moment, setMoment] = useState<InspectionFile["moment"]>(() =>
    until && daysUntil(until.since, todayInBrasilia()) <= EXIT_DAYS ? "exit" : "entry",
  );
  const [room, setRoom] = useState<InspectionFile["room"]>("whole");
  const [note, setNote] = useState("");
  const titleId = useId();
  return (
    <section className="grid gap-4" aria-labelledby={titleId}>
      <h3 id={titleId} className="text-base">
        {texts.title}
      </h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name={`moment-${contractId}`}
          texts={{ label: texts.momentLabel }}
          options={inspectionFilesMoment.map((value) => ({ value, label: momentTitles[value] }))}
          choosePlaceholder={texts.momentLabel}
          required
          value={moment}
          onChange={({ target }) =>
            setMoment(inspectionFilesMoment.find((value) => value === target.value) ?? moment)
          }
        />
        <SelectField
          name={`room-${contractId}`}
          texts={{ label: texts.roomLabel }}
          options={inspectionFilesRoom.map((value) => ({ value, label: roomTitles[value] }))}
          choosePlaceholder={texts.roomLabel}
          required
          value={room}
          onChange={({ target }) =>
            setRoom(inspectionFilesRoom.find((value) => value === target.value) ?? room)
          }
        />
        <div className="sm:col-span-2">
          <TextField
            name={`note-${contractId}`}
            texts={{ label: texts.noteLabel, help: texts.noteHelp }}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
      </div>
      <UploadQueue
        accept={inspectionFilesFileType}
        onSend={sendCaseFile(backend, party, {
          kind: "inspection",
          of: contractId,
          fields: { moment, room, ...(note.trim() && { note: note.trim() }) },
        })}
        onArrived={onChange}
        texts={{
          ...texts,
          countText: (sent, total) => fillVariables(texts.countText, { sent, total }),
        }}
      />
    </section>
  );
}

interface ReportFilesProps {
  contractId: string;
  files: readonly InspectionFile[];
  party: CaseParty;
  texts: InspectionTexts["files"];
}

/** Lists the received files by report and sender, each with its time of receipt and the start of its SHA-256. */
export function ReportFiles({ contractId, files, party, texts }: ReportFilesProps) {
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
                </span>
                <Button className="btn-outline btn-sm" onClick={() => setOpened(file)}>
                  {texts.openLabel}
                  <span className="sr-only"> {nameOf(file)}</span>
                </Button>
              </li>
            ))}
          </ul>
          <Receipt report={{ contractId, moment, side }} party={party} texts={texts} />
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
    contractId: string;
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
