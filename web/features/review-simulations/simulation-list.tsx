import { Spinner, SpinnerRing } from "../../ui/feedback/spinner.tsx";
import { StatePanel } from "../../ui/feedback/state-panel.tsx";
import { useAddedPages } from "../../ui/layout/use-added-pages.ts";
import type { SimulationFilter } from "./list-simulations.ts";
import { listId } from "./simulation-actions.tsx";
import { SimulationCard } from "./simulation-card.tsx";
import { useSimulations } from "./use-simulations.ts";

/** The simulations that match the filter, in pages that are added below. */
export function SimulationList({ filter }: { filter: SimulationFilter }) {
  const query = useSimulations(filter);
  const { data, isError, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  const simulations = data?.pages.flat() ?? [];
  const shown = simulations.length;
  const { list, showMore } = useAddedPages<HTMLDivElement>(shown, query.fetchNextPage);

  if (!data) {
    return isError ? (
      <StatePanel
        icon="bell"
        title="Não foi possível carregar as simulações"
        text="Confira sua conexão e tente novamente."
      >
        <button
          type="button"
          className="btn btn-primary"
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Tentar novamente
        </button>
      </StatePanel>
    ) : (
      <Spinner label="Carregando simulações..." />
    );
  }

  return (
    <section id={listId} tabIndex={-1} aria-label="Simulações" aria-busy={isPlaceholderData}>
      <div className="mb-4 flex min-h-8 items-center gap-3 text-sm">
        <output>{describeCount(shown, hasNextPage)}</output>
        {isPlaceholderData && <SpinnerRing className="size-4" />}
      </div>
      {shown === 0 && (
        <StatePanel icon="search" title="Nenhuma simulação encontrada" text={emptyHint(filter)} />
      )}
      {isError && (
        <div role="alert" className="alert alert-error alert-soft mb-4 rounded-md">
          <p className="font-semibold">A lista pode estar desatualizada.</p>
          <button type="button" className="btn btn-outline" onClick={() => void query.refetch()}>
            Atualizar
          </button>
        </div>
      )}
      <div
        ref={list}
        className={`grid gap-6 transition-opacity ${isPlaceholderData ? "opacity-60" : ""}`}
      >
        {simulations.map((simulation) => (
          <SimulationCard key={simulation.id} simulation={simulation} />
        ))}
      </div>
      {hasNextPage && (
        <div className="mt-8 text-center">
          <button
            type="button"
            className="btn btn-outline btn-lg"
            disabled={isFetchingNextPage || isPlaceholderData}
            onClick={() => void showMore()}
          >
            {isFetchingNextPage && <SpinnerRing />}
            Carregar mais
          </button>
        </div>
      )}
    </section>
  );
}

function describeCount(count: number, hasMore: boolean): string {
  if (count === 0) return "";
  if (hasMore) return `Mostrando as ${count} mais recentes`;
  return count === 1 ? "1 simulação" : `${count} simulações`;
}

function emptyHint({ status, search }: SimulationFilter): string {
  return status || search
    ? "Mude a busca ou a situação para ver outras."
    : "As simulações enviadas pelo site aparecem aqui.";
}
