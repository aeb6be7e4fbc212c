import { formatShortDate } from "#contracts/fields/formats.ts";
import type { Inspections } from "#contracts/inspections/inspections.ts";
import { type InspectionTexts, ReportFiles } from "../inspection-parts.tsx";

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
};

interface StaffInspectionsProps {
  contractId: string;
  shown: Inspections;
}

/** Shows staff both sides' inspection files and the last day to claim. */
export function StaffInspections({ contractId, shown }: StaffInspectionsProps) {
  const { inspections, claimUntil } = shown;
  return (
    <div className="grid gap-4">
      {claimUntil && (
        <p>
          A garantia pode ser acionada até <strong>{formatShortDate(claimUntil.day)}</strong>,
          contado{" "}
          {claimUntil.countedFrom === "keys" ? "da entrega das chaves" : "do fim do contrato"} (
          {formatShortDate(claimUntil.since)}).
        </p>
      )}
      <ReportFiles contractId={contractId} files={inspections} party="staff" texts={texts} />
    </div>
  );
}
