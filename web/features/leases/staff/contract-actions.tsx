import { useState } from "react";
import * as z from "zod/mini";
import { type AccessRefusal, isRunningState } from "#contracts/leases/contract.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { CloseContractDialog, type ClosingStatus } from "./close-contract.tsx";
import { BeginEndingDialog } from "./ending-dialogs.tsx";
import { type StaffContract, contractsKey } from "./contract-queries.ts";
import { CorrectContractDialog } from "./correct-contract.tsx";

export function ContractActions({ contract }: { contract: StaffContract }) {
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [closing, setClosing] = useState<ClosingStatus | null>(null);
  const { mutate, isPending } = useResendAccess(contract.id);
  const [isBeginning, setIsBeginning] = useState(false);
  const isEnding = contract.ending !== null && contract.ending.status !== "withdrawn";
  const isOpen = isRunningState(contract.state);
  return (
    <div className="flex flex-wrap gap-3">
      <StaffButton
        needs="contracts"
        className="btn-primary max-sm:w-full"
        isBusy={isPending}
        onClick={() => mutate()}
      >
        Reenviar acesso
      </StaffButton>
      {isOpen && (
        <>
          {!isEnding && (
            <StaffButton
              needs="contracts"
              className="btn-outline max-sm:w-full"
              onClick={() => setIsBeginning(true)}
            >
              Abrir pedido de encerramento
            </StaffButton>
          )}
          <StaffButton
            needs="contracts"
            className="btn-outline max-sm:w-full"
            onClick={() => setClosing("ended")}
          >
            Encerrar
          </StaffButton>
          <StaffButton
            needs="contracts"
            className="btn-outline max-sm:w-full"
            onClick={() => setClosing("cancelled")}
          >
            Cancelar contrato
          </StaffButton>
        </>
      )}
      {isOpen && (
        <StaffButton
          needs="contracts"
          className="btn-outline max-sm:w-full"
          onClick={() => setIsCorrecting(true)}
        >
          Corrigir dados
        </StaffButton>
      )}
      {isBeginning && (
        <BeginEndingDialog contract={contract} onClose={() => setIsBeginning(false)} />
      )}
      {isCorrecting && (
        <CorrectContractDialog contract={contract} onClose={() => setIsCorrecting(false)} />
      )}
      {closing && (
        <CloseContractDialog
          contract={contract}
          status={closing}
          onClose={() => setClosing(null)}
        />
      )}
    </div>
  );
}

const sentSchema = z.object({ changed: z.boolean(), why: z.optional(z.string()) });

const refusals: Record<string, string> = {
  "just-sent": "O acesso acabou de ser enviado. Espere um minuto para enviar outro.",
  "not-ready": "A carta ainda está sendo feita; o acesso sai junto com ela.",
  "no-address": "Este contrato não tem e-mail do locatário.",
} satisfies Record<AccessRefusal, string>;

/** Sends the tenant a new link to the contract. The link works only once. */
function useResendAccess(id: string) {
  return useStaffAction({
    ask: (client) => client.rpc("resend_access", { contract_id: id }),
    schema: sentSchema,
    success: ({ changed, why }) =>
      changed
        ? {
            title: "Acesso reenviado",
            description: "O link anterior deixa de valer quando o novo e-mail sai.",
            tone: "success",
          }
        : {
            title: "Nenhum e-mail foi enviado",
            description: refusals[why ?? ""] ?? "",
            tone: "info",
          },
    failure: "Erro ao reenviar o acesso",
    changes: contractsKey,
  });
}
