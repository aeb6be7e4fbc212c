import { formatCurrency, formatDateTime } from "#contracts/fields/formats.ts";
import { SimulationStatus } from "../../../features/requests/staff/queue.tsx";
import type {
  HouseRules,
  OtherRequest,
  SimulationDetail,
} from "../../../features/requests/staff/simulation-detail.ts";
import { StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";
import { Whole } from "../../../ui/section/facts.tsx";

interface SimulationAnalysisProps {
  simulation: SimulationDetail;
  /** Opens another request of the same person. */
  onOpen: (id: string) => void;
}

/** Shows rent, income and age beside the house rules, and the person's other requests. */
export function SimulationAnalysis({ simulation, onOpen }: SimulationAnalysisProps) {
  const { house_rules: rules, repeated_cpf, others } = simulation;
  const rent = describeRent(rules);
  return (
    <div className="mb-6 grid gap-3 rounded-md bg-sand-100 p-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Fact label="Aluguel">{formatCurrency(rules.rent)}</Fact>
        <Fact label="Renda mensal">
          {rules.income === null ? "não informada" : formatCurrency(rules.income)}
        </Fact>
        <Fact label="Aluguel sobre a renda">
          {rules.share === null ? "sem renda informada" : writePercent(rules.share)}
        </Fact>
        <Fact label="Idade">{`${rules.age} anos`}</Fact>
      </p>
      <ul aria-label="Regras da casa" className="flex flex-wrap gap-2">
        <li>
          <StatusBadge tone={rent.tone}>{rent.label}</StatusBadge>
        </li>
        <li>
          <StatusBadge tone={rules.age >= rules.leastAge ? "good" : "bad"}>
            {rules.age >= rules.leastAge
              ? `Idade: dentro da regra, ${rules.leastAge} anos ou mais`
              : `Idade: abaixo da regra de ${rules.leastAge} anos`}
          </StatusBadge>
        </li>
        {repeated_cpf && (
          <li>
            <StatusBadge tone="waiting">Outro pedido com este CPF</StatusBadge>
          </li>
        )}
      </ul>
      {others.length > 0 && (
        <div>
          <h3 className="text-sm">Outros pedidos desta pessoa</h3>
          <ul className="mt-1 grid gap-1">
            {others.map((other) => (
              <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <button
                  type="button"
                  className="underline tabular-nums"
                  onClick={() => onOpen(other.id)}
                >
                  <Whole>{other.protocol}</Whole>
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

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <span>
      {label}: <strong className="tabular-nums">{children}</strong>
    </span>
  );
}

const writePercent = (share: number) => `${share.toLocaleString("pt-BR")}%`;

/** Returns what the house rules say of the rent. The words alone say it, without the colour. */
export function describeRent({ state, share, warnsAbove, secondAbove }: HouseRules): StatusLook {
  switch (state) {
    case "unknown":
      return { label: "Aluguel: a renda já foi apagada", tone: "neutral" };
    case "within":
      return { label: `Aluguel: dentro da regra, até ${warnsAbove}% da renda`, tone: "good" };
    case "warns":
      return { label: `Aluguel: acima de ${warnsAbove}% da renda, atenção`, tone: "waiting" };
    case "second":
      return {
        label:
          share === null
            ? "Aluguel: sem renda informada, duas pessoas aprovam"
            : `Aluguel: acima de ${secondAbove}% da renda, duas pessoas aprovam`,
        tone: "bad",
      };
  }
}
