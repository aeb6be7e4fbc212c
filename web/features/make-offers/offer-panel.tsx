import { useState } from "react";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { OfferSheet } from "./offer-sheet.tsx";
import type { OfferedRequest } from "./offered-request.ts";
import { useOffers, useWithdrawOffer } from "./use-offers.ts";

interface OfferPanelProps {
  simulation: OfferedRequest;
  /** Of the business rules: the part of the reference value that is the limit. */
  coveragePercent: number;
  /** An offer for a request that waits approves it. */
  onDecided?: () => void;
}

/** The conditions of a request: the current ones, making others, taking them back. */
export function OfferPanel({ simulation, coveragePercent, onDecided }: OfferPanelProps) {
  const { id, status, full_name } = simulation;
  const [isMaking, setIsMaking] = useState(false);
  const offers = useOffers(id);
  const withdrawal = useWithdrawOffer();
  if (status === "rejected") return null;

  const [current, ...former] = offers.data ?? [];
  const forWhom = <span className="sr-only"> (simulação de {full_name})</span>;
  const makeLabel = status === "pending" ? "Aprovar com condições" : "Fazer proposta";
  return (
    <section aria-labelledby={`offers-${id}`} className="grid gap-4">
      <h3 id={`offers-${id}`} className="border-b border-sand-200 pb-2 text-base">
        Condições
      </h3>
      {offers.isError && (
        <div role="alert" className="alert alert-error alert-soft rounded-md">
          <p>Não foi possível carregar as condições.</p>
          <button type="button" className="btn btn-outline" onClick={() => void offers.refetch()}>
            Tentar novamente
          </button>
        </div>
      )}
      {offers.isPending && <SpinnerRing className="size-4" />}
      {offers.data && !current && <p className="text-soft text-sm">Nenhuma proposta ainda.</p>}
      {current && <OfferSheet offer={current} />}
      {former.length > 0 && (
        <details>
          <summary className="text-sm font-semibold text-petrol-700">
            Propostas anteriores ({former.length})
          </summary>
          <div className="mt-4 grid gap-6">
            {former.map((offer) => (
              <OfferSheet key={offer.id} offer={offer} />
            ))}
          </div>
        </details>
      )}
      <div className="flex flex-wrap gap-3">
        {offers.data && current?.status !== "accepted" && (
          <button type="button" className="btn btn-outline" onClick={() => setIsMaking(true)}>
            {current?.status === "open" ? "Trocar as condições" : makeLabel}
            {forWhom}
          </button>
        )}
        {current?.status === "open" && (
          <button
            type="button"
            className="btn btn-outline"
            disabled={withdrawal.isPending}
            onClick={() => withdrawal.mutate(current.id)}
          >
            {withdrawal.isPending && <SpinnerRing />}
            Retirar as condições
            {forWhom}
          </button>
        )}
      </div>
      {isMaking && (
        <OfferDialog
          simulation={simulation}
          coveragePercent={coveragePercent}
          onMade={() => {
            if (status === "pending") onDecided?.();
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
    </section>
  );
}
