import { useState } from "react";
import { historyLines, historySchema } from "../../../backend/staff/staff-history.ts";
import { useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { SpinnerRing } from "../../../ui/feedback/states.tsx";
import { HistoryList } from "../../../ui/section/facts.tsx";
import { correctionLine } from "./request-corrections.tsx";
import type { SimulationDetail } from "./simulation-detail.ts";

type Simulation = Pick<SimulationDetail, "id" | "full_name" | "created_at" | "corrections">;

/** Loads the history only when a person opens it. */
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

function Entries({ simulation: { id, created_at, corrections } }: { simulation: Simulation }) {
  const { data, isError, refetch } = useStaffQuery({
    queryKey: ["simulations", "history", id],
    schema: historySchema,
    ask: (client) => client.rpc("simulation_history", { simulation_id: id }),
  });
  if (isError) {
    return <LoadFailed text="Não foi possível carregar o histórico." onRetry={refetch} />;
  }
  if (!data) return <SpinnerRing className="size-4" />;
  const began = { key: id, moment: created_at, text: "Simulação enviada pelo site" };
  // The lines of corrections replace their audit entries, which have no values.
  const others = data.filter(
    ({ action, outcome }) => action !== "correct-request" || outcome !== "done",
  );
  const lines = [...historyLines(others, began), ...corrections.map(correctionLine)];
  return <HistoryList entries={lines.toSorted((one, other) => timeOf(other) - timeOf(one))} />;
}

const timeOf = ({ moment }: { moment: string }) => Date.parse(moment);
