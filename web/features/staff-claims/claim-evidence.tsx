import { type ReactNode, useState } from "react";
import {
  formatDateTime,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import {
  type ClaimFile,
  claimFileTitles,
  claimSideTitles,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
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
              Recebido em {formatDateTime(receivedAt)} · código{" "}
              {sha256.slice(0, 12).toUpperCase()}
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
