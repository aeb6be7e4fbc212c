import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { historyLines, historySchema } from "../../backend/staff-history.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { HistoryList } from "../../ui/section/facts.tsx";
import type { SimulationDetail } from "./simulation-detail.ts";

type Simulation = Pick<SimulationDetail, "id" | "full_name" | "created_at">;

/** Who sent, saw and decided a simulation; asked for when it is opened. */
export function SimulationHistory({ simulation }: { simulation: Simulation }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="collapse collapse-arrow mt-6 rounded-none border-t border-sand-200"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="collapse-title px-0 text-sm font-semibold text-petrol-700">
        Histórico<span className="sr-only"> da simulação de {simulation.full_name}</span>
      </summary>
      <div className="collapse-content px-0 pt-2">
        {isOpen && <Entries simulation={simulation} />}
      </div>
    </details>
  );
}

function Entries({ simulation: { id, created_at } }: { simulation: Simulation }) {
  const backend = useBackend();
  const { data, isError, refetch } = useQuery({
    queryKey: ["simulations", "history", id],
    queryFn: async ({ signal }) =>
      historySchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("simulation_history", { simulation_id: id }).abortSignal(signal),
        ),
      ),
  });
  if (isError) {
    return (
      <div role="alert" className="alert alert-error alert-soft rounded-md">
        <p>Não foi possível carregar o histórico.</p>
        <button type="button" className="btn btn-outline" onClick={() => void refetch()}>
          Tentar novamente
        </button>
      </div>
    );
  }
  if (!data) return <SpinnerRing className="size-4" />;
  const began = { key: id, moment: created_at, text: "Simulação enviada pelo site" };
  return <HistoryList entries={historyLines(data, began)} />;
}
