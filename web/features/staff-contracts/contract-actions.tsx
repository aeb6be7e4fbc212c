import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import {
  type AccessRefusal,
  isRunningState,
} from "../../../supabase/functions/_shared/contracts/guarantee/contract.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { CloseContractDialog, type Closing } from "./close-contract.tsx";
import { BeginEndingDialog } from "./contract-ending.tsx";
import { type StaffContract, contractsKey } from "./contract-queries.ts";
import { CorrectContractDialog } from "./correct-contract.tsx";

/** What may be done with a contract as a whole. */
export function ContractActions({
  contract,
  canCorrect,
}: {
  contract: StaffContract;
  canCorrect: boolean;
}) {
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [closing, setClosing] = useState<Closing["status"] | null>(null);
  const { mutate, isPending } = useResendAccess(contract.id);
  const [isBeginning, setIsBeginning] = useState(false);
  const isEnding = contract.ending !== null && contract.ending.status !== "withdrawn";
  const isOpen = isRunningState(contract.state);
  return (
    <div className="flex flex-wrap gap-3">
      <button
        type="button"
        className="btn btn-primary max-sm:w-full"
        disabled={isPending}
        onClick={() => mutate()}
      >
        {isPending && <SpinnerRing />}
        Reenviar acesso
      </button>
      {isOpen && (
        <>
          {!isEnding && (
            <button
              type="button"
              className="btn btn-outline max-sm:w-full"
              onClick={() => setIsBeginning(true)}
            >
              Abrir pedido de encerramento
            </button>
          )}
          <button
            type="button"
            className="btn btn-outline max-sm:w-full"
            onClick={() => setClosing("ended")}
          >
            Encerrar
          </button>
          <button
            type="button"
            className="btn btn-outline max-sm:w-full"
            onClick={() => setClosing("cancelled")}
          >
            Cancelar contrato
          </button>
        </>
      )}
      {isOpen && canCorrect && (
        <button
          type="button"
          className="btn btn-outline max-sm:w-full"
          onClick={() => setIsCorrecting(true)}
        >
          Corrigir dados
        </button>
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

const whyNot: Record<string, string> = {
  "just-sent": "O acesso acabou de ser enviado. Espere um minuto para enviar outro.",
  "not-ready": "A carta ainda está sendo feita; o acesso sai junto com ela.",
  "no-address": "Este contrato não tem e-mail do locatário.",
} satisfies Record<AccessRefusal, string>;

/** Sends the tenant a new single-use link into the contract. */
function useResendAccess(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      sentSchema.parse(
        await askAsStaff(backend, (client) => client.rpc("resend_access", { contract_id: id })),
      ),
    onSuccess: ({ changed, why }) => {
      showToast(
        changed
          ? {
              title: "Acesso reenviado",
              description: "O link anterior deixa de valer quando o novo e-mail sai.",
              tone: "success",
            }
          : {
              title: "Nenhum e-mail foi enviado",
              description: whyNot[why ?? ""] ?? "",
              tone: "info",
            },
      );
      return queries.invalidateQueries({ queryKey: contractsKey });
    },
    onError: () => {
      showToast({
        title: "Erro ao reenviar o acesso",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}
