import { useState } from "react";
import * as z from "zod/mini";
import { formatShortDateTime } from "#contracts/fields/formats.ts";
import { fileCode } from "#contracts/requests/documents.ts";
import { type ClaimFile, claimFileTitles, claimSideTitles } from "#contracts/claims/claims.ts";
import {
  type InspectionFile,
  inspectionFileSchema,
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
import { useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { SelectField } from "../../../ui/form/controls.tsx";
import { DocumentPicture, DocumentViewer } from "../../requests/staff/document-viewer.tsx";
import { claimsKey } from "./claim-queries.ts";
import { CasePart } from "../../../ui/section/facts.tsx";

/** A file of a party. The database records each view. */
interface CaseFile {
  id: string;
  title: string;
}

const openedBy = ({ id, title }: CaseFile) => ({
  id,
  title,
  endpoint: { name: "open-case-file", body: { fileId: id } },
});

interface ClaimFilesProps {
  /** Title of the section; absent when the list is shown inside another section. */
  title?: string;
  files: readonly ClaimFile[];
}

export function ClaimFiles({ title, files }: ClaimFilesProps) {
  const [opened, setOpened] = useState<CaseFile | null>(null);
  if (files.length === 0) return null;
  const list = (
    <ul className="grid gap-2 text-sm">
      {files.map(({ id, kind, side, receivedAt, sha256 }) => {
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

const inspectionsOfContractSchema = z.object({ inspections: z.array(inspectionFileSchema) });

/** Compares a room at the entry and at the exit. Files are opened only when chosen. */
export function CompareInspections({ contractId }: { contractId: string }) {
  const [room, setRoom] = useState<InspectionFilesRoom | null>(null);
  const {
    data: contract,
    isError,
    refetch,
  } = useStaffQuery({
    queryKey: [...claimsKey, "inspections", contractId],
    schema: inspectionsOfContractSchema,
    ask: (client) => client.rpc("contract_detail", { contract_id: contractId }),
  });
  const data = contract?.inspections;
  const rooms = inspectionFilesRoom.filter((one) => data?.some((file) => file.room === one));
  return (
    <CasePart title="Vistorias lado a lado">
      {isError && !data && (
        <LoadFailed text="Não foi possível carregar as vistorias." onRetry={refetch} />
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
      <div className="flex min-h-10 items-center gap-2">
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
        </>
      ) : (
        <p className="text-soft">Nada deste cômodo.</p>
      )}
    </section>
  );
}
