import { useState } from "react";
import { formatShortDate } from "#contracts/fields/formats.ts";
import type { ClaimUntil, Inspections } from "#contracts/inspections/inspections.ts";
import type { InspectionTexts } from "../inspection-parts.tsx";
import { ReportFiles } from "../report-files.tsx";
import { SetAsideButton, SetAsideDialog, type TitledFile } from "./set-file-aside.tsx";

const texts: InspectionTexts["files"] = {
  receivedText: "Recebido em {{moment}} · código {{code}}",
  emptyText: "Ninguém enviou vistorias.",
  failedText: "Não foi possível mostrar as vistorias.",
  openLabel: "Abrir",
  openingLabel: "Abrindo o arquivo...",
  openFailed: "O arquivo não abriu. Tente de novo.",
  saveLabel: "Baixar o arquivo",
  closeLabel: "Fechar",
  receiptLabel: "Baixar o recibo em PDF",
  asideText: "Posto de lado: {{reason}}",
};

const origins = {
  keys: "da devolução das chaves",
  end: "do fim da última vigência",
  told: "do aviso ao locador",
} satisfies Record<ClaimUntil["countedFrom"], string>;

const originOf = ({ countedFrom, since, toldOn }: ClaimUntil) =>
  countedFrom === "told" ? (toldOn ?? since) : since;

interface StaffInspectionsProps {
  leaseId: string;
  shown: Inspections;
}

/** Shows staff both sides' inspection files and the last day to claim. */
export function StaffInspections({ leaseId, shown }: StaffInspectionsProps) {
  const { inspections, claimUntil } = shown;
  const [aside, setAside] = useState<TitledFile | null>(null);
  return (
    <div className="grid gap-4">
      {claimUntil && (
        <p>
          A garantia pode ser acionada até <strong>{formatShortDate(claimUntil.day)}</strong>,
          contado {origins[claimUntil.countedFrom]} ({formatShortDate(originOf(claimUntil))}).
        </p>
      )}
      <ReportFiles
        leaseId={leaseId}
        files={inspections}
        party="staff"
        texts={texts}
        renderAction={({ id, asideReason }, title) =>
          asideReason === undefined && <SetAsideButton file={{ id, title }} onAsk={setAside} />
        }
      />
      {aside && <SetAsideDialog file={aside} onClose={() => setAside(null)} />}
    </div>
  );
}
