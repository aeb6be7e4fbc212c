import { useId, useState } from "react";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type ClaimUntil,
  type InspectionFile,
  momentTitles,
  roomTitles,
} from "#contracts/inspections/inspections.ts";
import {
  inspectionFilesFileType,
  inspectionFilesMoment,
  inspectionFilesRoom,
} from "#contracts/stored-values.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { type CaseParty, sendCaseFile } from "../../backend/files/case-files.ts";
import { daysUntil } from "../../formats/dates.ts";
import { UploadQueue } from "../../ui/feedback/upload-queue.tsx";
import { SelectField, TextField } from "../../ui/form/controls.tsx";

import type { InspectionTexts } from "./inspection-parts.tsx";

interface SendReportProps {
  leaseId: string;
  party: CaseParty;
  until: ClaimUntil | null | undefined;
  texts: InspectionTexts["send"];
  onChange: () => void;
}

/** Number of days before the end of a lease from which the form preselects the exit report. */
const EXIT_DAYS = 30;

/** Sends any number of files for one room of an inspection report. */
export function SendReport({ leaseId, party, until, texts, onChange }: SendReportProps) {
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
          name={`moment-${leaseId}`}
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
          name={`room-${leaseId}`}
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
            name={`note-${leaseId}`}
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
          of: leaseId,
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
