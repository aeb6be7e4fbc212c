import { useState } from "react";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { CloseContractDialog } from "./close-contract-dialog.tsx";
import type { StaffContract } from "./contract-schema.ts";
import { type Closing, useResendAccess } from "./use-contract-action.ts";

/** What may be done with a contract as a whole. */
export function ContractActions({ contract }: { contract: StaffContract }) {
  const [closing, setClosing] = useState<Closing["status"] | null>(null);
  const { mutate, isPending } = useResendAccess(contract.id);
  const isOpen = contract.state === "in_force" || contract.state === "upcoming";
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
