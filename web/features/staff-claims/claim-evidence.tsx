import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { formatShortDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { fileCode } from "../../../supabase/functions/_shared/contracts/documents.ts";
import {
  type ClaimFile,
  claimFileTitles,
  claimSideTitles,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
import {
  type InspectionFile,
  inspectionFileSchema,
  momentTitles,
  roomTitles,
  sideTitles,
} from "../../../supabase/functions/_shared/contracts/guarantee/inspections.ts";
import {
  type InspectionFilesMoment,
  type InspectionFilesRoom,
  inspectionFilesMoment,
  inspectionFilesRoom,
} from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { SelectField } from "../../ui/form/controls.tsx";
import { claimsKey } from "./claim-queries.ts";
import { ClaimPart } from "./claim-state.tsx";

/** A file of a party: made by a stranger, and each view of it is noted. */
export interface CaseFile {
  id: string;
  title: string;
}

/** How such a file is shown: in front of the page until it is closed, or where it stands. */
export interface ShowFile {
  inFront: (file: CaseFile, onClose: () => void) => ReactNode;
  inPlace: (file: CaseFile) => ReactNode;
}

interface ClaimFilesProps {
  /** Of a part of its own; without one they stand where they are asked for. */
  title?: string;
  files: readonly ClaimFile[];
  show: ShowFile;
}

/** Files of a claim, each to be opened; nothing without any. */
export function ClaimFiles({ title, files, show }: ClaimFilesProps) {
  const [opened, setOpened] = useState<CaseFile | null>(null);
  if (files.length === 0) return null;
  const list = (
    <ul className="grid gap-2 text-sm">
      {files.map(({ id, kind, side, receivedAt, sha256 }) => {
        const name = `${claimFileTitles[kind]}, ${claimSideTitles[side].toLowerCase()}`;
        return (
          <li key={id}>
            <button
              type="button"
              className="btn btn-link btn-sm h-auto px-0 text-left"
              onClick={() => setOpened({ id, title: name })}
            >
              {name}
            </button>
            <span className="block text-xs text-muted">
              Recebido em {formatShortDateTime(receivedAt)} · código {fileCode(sha256)}
            </span>
          </li>
        );
      })}
    </ul>
  );
  return (
    <>
      {title ? <ClaimPart title={title}>{list}</ClaimPart> : list}
      {opened && show.inFront(opened, () => setOpened(null))}
    </>
  );
}

const inspectionsOfContractSchema = z.object({ inspections: z.array(inspectionFileSchema) });

interface CompareInspectionsProps {
  contractId: string;
  show: ShowFile;
}

/** How a room was at the entry, beside how it was at the exit; nothing is opened before it is chosen. */
export function CompareInspections({ contractId, show }: CompareInspectionsProps) {
  const backend = useBackend();
  const [room, setRoom] = useState<InspectionFilesRoom | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: [...claimsKey, "inspections", contractId],
    queryFn: async ({ signal }) =>
      inspectionsOfContractSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("contract_detail", { contract_id: contractId }).abortSignal(signal),
        ),
      ).inspections,
  });
  const rooms = inspectionFilesRoom.filter((one) => data?.some((file) => file.room === one));
  return (
    <ClaimPart title="Vistorias lado a lado">
      {isError && !data && (
        <div role="alert" className="alert alert-error alert-soft rounded-md">
          <p>Não foi possível carregar as vistorias.</p>
          <button type="button" className="btn btn-outline" onClick={() => void refetch()}>
            Tentar novamente
          </button>
        </div>
      )}
      {data?.length === 0 && (
        <p className="text-soft text-sm">Ninguém enviou vistorias deste contrato.</p>
      )}
      {data && rooms.length > 0 && (
        <>
          <SelectField
            name={`room-${contractId}`}
            texts={{
              label: "Cômodo",
              help: "Cada foto que se abre fica registrada em seu nome.",
            }}
            choosePlaceholder="Escolha o cômodo"
            options={rooms.map((value) => ({ value, label: describeRoom(value, data) }))}
            value={room ?? ""}
            onChange={({ target: { value } }) =>
              setRoom(rooms.find((one) => one === value) ?? null)
            }
          />
          {room && (
            <div className="mt-4 grid items-start gap-6 sm:grid-cols-2">
              {inspectionFilesMoment.map((moment) => (
                <MomentFiles
                  key={`${room}${moment}`}
                  moment={moment}
                  files={data.filter((file) => file.moment === moment && file.room === room)}
                  show={show}
                />
              ))}
            </div>
          )}
        </>
      )}
    </ClaimPart>
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
  show: ShowFile;
}

/** The files of a room at one moment, one after the other. */
function MomentFiles({ moment, files, show }: MomentFilesProps) {
  const [place, setPlace] = useState(0);
  const file = files[place];
  const title = momentTitles[moment];
  return (
    <section aria-label={title} className="grid min-w-0 gap-2 text-sm">
      <h4 className="text-base">{title}</h4>
      {/* There without buttons too: the pictures begin at one height. */}
      <div className="flex min-h-10 items-center gap-2">
        {files.length > 1 && (
          <>
            <button
              type="button"
              className="btn btn-outline btn-sm"
              disabled={place === 0}
              onClick={() => setPlace(place - 1)}
            >
              Anterior<span className="sr-only">, {title}</span>
            </button>
            <output className="tabular-nums">
              {place + 1} de {files.length}
            </output>
            <button
              type="button"
              className="btn btn-outline btn-sm"
              disabled={place === files.length - 1}
              onClick={() => setPlace(place + 1)}
            >
              Próxima<span className="sr-only">, {title}</span>
            </button>
          </>
        )}
      </div>
      {file ? (
        <>
          {show.inPlace({ id: file.id, title })}
          <p>
            {sideTitles[file.side]}, recebida em {formatShortDateTime(file.receivedAt)}
          </p>
          {file.note && <p className="whitespace-pre-line wrap-anywhere">{file.note}</p>}
        </>
      ) : (
        <p className="text-soft">Nada deste cômodo.</p>
      )}
    </section>
  );
}
