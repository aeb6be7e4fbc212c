import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { type DescribeAction, historyLines } from "../../backend/staff-queries.ts";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import { HistoryList } from "../../ui/section/facts.tsx";
import { ContractPart } from "./contract-part.tsx";
import type { StaffContract } from "./contract-schema.ts";

interface ContractHistoryProps {
  contract: StaffContract;
  nameMail: (template: string) => string;
}

const mailStates: Record<string, { label: string; tone: StatusTone }> = {
  queued: { label: "Na fila", tone: "waiting" },
  sending: { label: "Saindo", tone: "waiting" },
  sent: { label: "Enviado", tone: "good" },
  parked: { label: "Não entregue", tone: "bad" },
};

/** The mails to the tenant that are still kept, and who did what when. */
export function ContractHistory({ contract, nameMail }: ContractHistoryProps) {
  const { id, mails, history, created_at } = contract;
  return (
    <>
      <ContractPart title="E-mails">
        {mails.length === 0 ? (
          <p className="text-soft text-sm">Nenhum e-mail dos últimos 30 dias.</p>
        ) : (
          <ul className="grid gap-3 text-sm">
            {mails.map((mail) => {
              const { label, tone } = mailStates[mail.status] ?? {
                label: mail.status,
                tone: "neutral",
              };
              return (
                <li key={mail.id} className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0">
                    {nameMail(mail.template)}
                    <span className="block text-xs text-muted">
                      {formatDateTime(mail.sent_at ?? mail.created_at)}
                    </span>
                  </span>
                  <StatusBadge tone={tone}>{label}</StatusBadge>
                </li>
              );
            })}
          </ul>
        )}
      </ContractPart>
      <ContractPart title="Histórico">
        <HistoryList
          entries={historyLines(history, describe, {
            key: id,
            moment: created_at,
            text: "Contrato criado",
          })}
        />
      </ContractPart>
    </>
  );
}

const actions: Record<string, string> = {
  "read-contracts": "viu os dados",
  "resend-access": "reenviou o acesso",
  "retry-documents": "mandou fazer a carta de novo",
  "file-contract-document": "anexou um documento",
  "rename-contract-document": "renomeou um documento",
  "withdraw-contract-document": "retirou um documento",
  "view-contract-document": "abriu um documento",
};

const describe: DescribeAction = ({ action, detail }) =>
  action === "close-contract"
    ? `${detail === "cancelled" ? "cancelou" : "encerrou"} o contrato`
    : (actions[action] ?? action);
