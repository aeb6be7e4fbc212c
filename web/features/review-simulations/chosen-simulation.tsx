import { DetailState } from "../../ui/layout/list-and-detail.tsx";
import { type SimulationPart, useSimulationDetail } from "./simulation-detail.ts";
import { SimulationCard } from "./simulation-card.tsx";
import type { StaffTexts } from "./staff-texts.ts";
import type { Undoing } from "./use-decision.tsx";

interface ChosenSimulationProps {
  id: string;
  texts: StaffTexts;
  undoing: Undoing;
  /** Opens another request. */
  onOpen: (id: string) => void;
  renderDocuments: SimulationPart | undefined;
  renderOffer: SimulationPart | undefined;
}

/** The simulation beside the list, once it is read. */
export function ChosenSimulation({ id, ...card }: ChosenSimulationProps) {
  const { data, isError, isFetching, refetch } = useSimulationDetail(id);
  if (data) return <SimulationCard simulation={data} {...card} />;
  return (
    <DetailState
      isError={isError}
      isFetching={isFetching}
      onRetry={() => void refetch()}
      loading="Carregando simulação..."
      failed="Não foi possível carregar a simulação"
    />
  );
}
