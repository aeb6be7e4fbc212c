import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { StatusBadge } from "../../ui/feedback/states.tsx";
import type { OtherRequest, SimulationDetail } from "./simulation-detail.ts";
import { SimulationStatus } from "./simulation-status.tsx";

interface SimulationAnalysisProps {
  simulation: SimulationDetail;
  /** Opens another request. */
  onOpen: (id: string) => void;
}

/** What an analyst would work out: rent to income, age, and what else this person has sent. */
export function SimulationAnalysis({ simulation, onOpen }: SimulationAnalysisProps) {
  const { age, rent_share, repeated_cpf, others } = simulation;
  return (
    <div className="mb-6 grid gap-3 rounded-md bg-sand-100 p-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <span>
          Aluguel sobre a renda:{" "}
          <strong className="tabular-nums">
            {rent_share === null ? "sem renda informada" : `${rent_share}%`}
          </strong>
        </span>
        <span>
          Idade: <strong className="tabular-nums">{age} anos</strong>
        </span>
        {repeated_cpf && <StatusBadge tone="waiting">Outro pedido com este CPF</StatusBadge>}
      </p>
      {others.length > 0 && (
        <div>
          <h3 className="text-sm">Outros pedidos desta pessoa</h3>
          <ul className="mt-1 grid gap-1">
            {others.map((other) => (
              <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <button
                  type="button"
                  className="link tabular-nums"
                  onClick={() => onOpen(other.id)}
                >
                  {other.protocol}
                </button>
                <time dateTime={other.createdAt}>{formatDateTime(other.createdAt)}</time>
                <SimulationStatus status={other.status} />
                <span className="text-soft">{describeSame(other)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const names = { cpf: "CPF", email: "e-mail", phone: "telefone" } as const;
const join = new Intl.ListFormat("pt-BR", { type: "conjunction" });

function describeSame({ same }: OtherRequest): string {
  return `mesmo ${join.format(same.map((datum) => names[datum]))}`;
}
