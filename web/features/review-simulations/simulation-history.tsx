import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";

const entriesSchema = z.array(
  z.object({
    occurred_at: z.string(),
    who: z.nullable(z.string()),
    action: z.string(),
    outcome: z.string(),
    decision: z.nullable(z.string()),
  }),
);
type Entry = z.output<typeof entriesSchema>[number];

/** Who sent, saw and decided a simulation; asked for when it is opened. */
export function SimulationHistory({ id, fullName }: { id: string; fullName: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="collapse collapse-arrow mt-6 rounded-none border-t border-sand-200"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="collapse-title px-0 text-sm font-semibold text-petrol-700">
        Histórico<span className="sr-only"> da simulação de {fullName}</span>
      </summary>
      <div className="collapse-content px-0">{isOpen && <Entries simulationId={id} />}</div>
    </details>
  );
}

function Entries({ simulationId }: { simulationId: string }) {
  const backend = useBackend();
  const { data, isError, refetch } = useQuery({
    queryKey: ["simulations", "history", simulationId],
    queryFn: async ({ signal }) =>
      entriesSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("simulation_history", { simulation_id: simulationId }).abortSignal(signal),
        ),
      ),
  });
  if (isError) {
    return (
      <div role="alert" className="alert alert-error alert-soft mt-2 rounded-md">
        <p>Não foi possível carregar o histórico.</p>
        <button type="button" className="btn btn-outline" onClick={() => void refetch()}>
          Tentar novamente
        </button>
      </div>
    );
  }
  if (!data) return <SpinnerRing className="mt-2 size-4" />;
  return (
    <ol className="timeline timeline-vertical timeline-compact mt-2 text-sm">
      {data.map((entry, index) => (
        <li key={`${entry.occurred_at} ${entry.action} ${entry.who}`}>
          {index > 0 && <hr aria-hidden="true" />}
          <span className="timeline-middle size-3 rounded-full border-2 border-petrol-600" />
          <div className="timeline-end ml-3 grid justify-self-stretch gap-x-4 break-words sm:grid-cols-[13rem_1fr]">
            <time className="text-muted" dateTime={entry.occurred_at}>
              {formatDateTime(entry.occurred_at)}
            </time>
            <span className="min-w-0">{describe(entry)}</span>
          </div>
          {index < data.length - 1 && <hr aria-hidden="true" />}
        </li>
      ))}
    </ol>
  );
}

const documentActions: Record<string, string> = {
  "ask-documents": "pediu documentos",
  "view-document": "abriu um documento",
  "accept-document": "aceitou um documento",
  "refuse-document": "recusou um documento",
};

/** What happened, in a sentence. */
function describe({ who, action, outcome, decision }: Entry): string {
  const somebody = who ?? "Alguém de fora da equipe";
  if (action === "submit-simulation") return "Simulação enviada pelo site";
  if (outcome === "denied") return `${somebody} tentou decidir sem permissão`;
  if (action === "read-simulations") return `${somebody} viu os dados`;
  if (action === "decide-simulation") {
    return `${somebody} ${decision === "approved" ? "aprovou" : "rejeitou"} a simulação`;
  }
  if (action === "undo-decision") {
    return `${somebody} desfez a ${decision === "approved" ? "aprovação" : "rejeição"}`;
  }
  if (action === "send-document") return "Documento enviado pela página do pedido";
  const done = documentActions[action];
  return done ? `${somebody} ${done}` : `${somebody}: ${action}`;
}
