import { useState } from "react";
import { formatShortDateTime } from "#contracts/fields/formats.ts";
import { fileCode } from "#contracts/requests/documents.ts";
import { type ClaimFile, claimFileTitles, claimSideTitles } from "#contracts/claims/claims.ts";
import {
  type InspectionFile,
  momentTitles,
  roomTitles,
  sideTitles,
} from "#contracts/inspections/inspections.ts";
import {
  type InspectionFilesMoment,
  type InspectionFilesRoom,
  inspectionFilesMoment,
  inspectionFilesRoom,
} from "#contracts/stored-values.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { SelectField } from "../../../ui/form/controls.tsx";
import { DocumentPicture, DocumentViewer } from "../../requests/staff/document-viewer.tsx";
import { CasePart } from "../../../ui/section/facts.tsx";
import {
  AsideReason,
  SetAsideButton,
  type TitledFile,
} from "../../inspections/staff/set-file-aside.tsx";

/** Returns the call that opens a file of a party. The database records each view. */
const openedBy = ({ id, title }: TitledFile) => ({
  id,
  title,
  endpoint: { name: "open-case-file", body: { fileId: id } },
});

interface ClaimFilesProps {
  /** Title of the section; absent when the list is shown inside another section. */
  title?: string;
  files: readonly ClaimFile[];
  /** Asks for the reason to set a file aside; absent for a closed claim. */
  onSetAside: ((file: TitledFile) => void) | undefined;
}

export function ClaimFiles({ title, files, onSetAside }: ClaimFilesProps) {
  const [opened, setOpened] = useState<TitledFile | null>(null);
  if (files.length === 0) return null;
  const list = (
    <ul className="grid gap-2 text-sm">
      {files.map(({ id, kind, side, receivedAt, sha256, asideReason }) => {
        const name = `${claimFileTitles[kind]}, ${claimSideTitles[side].toLowerCase()}`;
        return (
          <li key={id}>
            <Button
              className="btn-link btn-sm h-auto px-0 text-left"
              onClick={() => setOpened({ id, title: name })}
            >
              {name}
            </Button>
            <span className="block text-xs text-muted">
              Recebido em {formatShortDateTime(receivedAt)} · código {fileCode(sha256)}
            </span>
            <AsideReason reason={asideReason} />
            {onSetAside && asideReason === undefined && (
              <SetAsideButton file={{ id, title: name }} onAsk={onSetAside} />
            )}
          </li>
        );
      })}
    </ul>
  );
  return (
    <>
      {title ? <CasePart title={title}>{list}</CasePart> : list}
      {opened && (
        <DocumentViewer
          title={opened.title}
          files={[openedBy(opened)]}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

interface CompareInspectionsProps {
  claimId: string;
  /** Reports of the lease. */
  files: readonly InspectionFile[];
}

/** Compares a room at the entry and at the exit. Files are opened only when chosen. */
export function CompareInspections({ claimId, files }: CompareInspectionsProps) {
  const [room, setRoom] = useState<InspectionFilesRoom | null>(null);
  const rooms = inspectionFilesRoom.filter((one) => files.some((file) => file.room === one));
  return (
    <CasePart title="Vistorias lado a lado">
      {files.length === 0 && (
        <p className="text-soft text-sm">Ninguém enviou vistorias desta locação.</p>
      )}
      {rooms.length > 0 && (
        <>
          <SelectField
            name={`room-${claimId}`}
            texts={{
              label: "Cômodo",
              help: "Cada foto que se abre fica registrada em seu nome.",
            }}
            choosePlaceholder="Escolha o cômodo"
            options={rooms.map((value) => ({ value, label: describeRoom(value, files) }))}
            value={room ?? ""}
            onChange={({ target: { value } }) =>
              setRoom(rooms.find((one) => one === value) ?? null)
            }
          />
          {room && (
            <div className="mt-4 grid grid-cols-1 items-start gap-6 sm:grid-cols-2">
              {inspectionFilesMoment.map((moment) => (
                <MomentFiles
                  key={`${room}${moment}`}
                  moment={moment}
                  files={files.filter((file) => file.moment === moment && file.room === room)}
                />
              ))}
            </div>
          )}
        </>
      )}
    </CasePart>
  );
}

function describeRoom(room: InspectionFilesRoom, files: readonly InspectionFile[]): string {
  const count = (moment: InspectionFilesMoment) =>
    files.filter((file) => file.room === room && file.moment === moment).length;
  return `${roomTitles[room]} (entrada ${count("entry")}, saída ${count("exit")})`;
}

interface MomentFilesProps {
  moment: InspectionFilesMoment;
  files: readonly InspectionFile[];
}

function MomentFiles({ moment, files }: MomentFilesProps) {
  const [place, setPlace] = useState(0);
  const file = files[place];
  const title = momentTitles[moment];
  return (
    <section aria-label={title} className="grid min-w-0 gap-2 text-sm">
      <h4 className="text-base">{title}</h4>
      {/* The row keeps its height without buttons, so that all pictures begin at the same height. */}
      <div className="flex min-h-10 flex-wrap items-center gap-2">
        {files.length > 1 && (
          <>
            <Button
              className="btn-outline btn-sm"
              disabled={place === 0}
              onClick={() => setPlace(place - 1)}
            >
              Anterior<span className="sr-only">, {title}</span>
            </Button>
            <output className="tabular-nums">
              {place + 1} de {files.length}
            </output>
            <Button
              className="btn-outline btn-sm"
              disabled={place === files.length - 1}
              onClick={() => setPlace(place + 1)}
            >
              Próxima<span className="sr-only">, {title}</span>
            </Button>
          </>
        )}
      </div>
      {file ? (
        <>
          <DocumentPicture key={file.id} file={openedBy({ id: file.id, title })} />
          <p>
            {sideTitles[file.side]}, recebida em {formatShortDateTime(file.receivedAt)}
          </p>
          {file.note && <p className="whitespace-pre-line wrap-anywhere">{file.note}</p>}
          <AsideReason reason={file.asideReason} />
        </>
      ) : (
        <p className="text-soft">Nada deste cômodo.</p>
      )}
    </section>
  );
}
