import { useState } from "react";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { DeclineDialog } from "./decline-dialog.tsx";
import { type PartnershipRequest, useMovePartnership } from "./partnership-queries.ts";

/** The steps that a request may take from where it stands. */
export function PartnershipActions({ request }: { request: PartnershipRequest }) {
  const { id, status } = request;
  const [isDeclining, setIsDeclining] = useState(false);
  const { mutate, isPending, variables } = useMovePartnership(id);
  const isOpen = status === "new" || status === "contacted";

  const step = (wanted: "contacted" | "accepted", text: string, look: string) => (
    <button
      type="button"
      className={`btn ${look} max-sm:w-full`}
      disabled={isPending}
      onClick={() => mutate({ status: wanted })}
    >
      {isPending && variables.status === wanted && <SpinnerRing />}
      {text}
    </button>
  );

  return (
    <div className="flex flex-wrap gap-3">
      {status === "new" && step("contacted", "Marcar como contatado", "btn-primary")}
      {isOpen &&
        step("accepted", "Aceitar parceria", status === "new" ? "btn-outline" : "btn-primary")}
      {isOpen && (
        <button
          type="button"
          className="btn btn-outline max-sm:w-full"
          disabled={isPending}
          onClick={() => setIsDeclining(true)}
        >
          Recusar
        </button>
      )}
      {!isOpen && step("contacted", "Reabrir a conversa", "btn-outline")}
      {isDeclining && <DeclineDialog request={request} onClose={() => setIsDeclining(false)} />}
    </div>
  );
}
