import { useState } from "react";
import { StatePanel } from "../../ui/feedback/states.tsx";
import { useNow, useSettled } from "../../ui/layout/hooks.ts";
import { ListAndDetail } from "../../ui/layout/list-and-detail.tsx";
import { RowList } from "../../ui/layout/row-list.tsx";
import { ChosenSimulation } from "./chosen-simulation.tsx";
import { QueueFilters } from "./queue-filters.tsx";
import type { QueueView } from "./queue-page.ts";
import { QueueRow } from "./queue-row.tsx";
import type { SimulationPart } from "./simulation-detail.ts";
import type { StaffTexts } from "./staff-texts.ts";
import { QueueKeys } from "./queue-keys.tsx";
import { useChosen } from "./use-chosen.ts";
import { useQueue } from "./use-queue.ts";
import { useUndo } from "./use-undo.ts";

const TYPING_PAUSE_MS = 300;

interface SimulationsReviewProps {
  texts: StaffTexts;
  renderDocuments?: SimulationPart;
  renderOffer?: SimulationPart;
}

/** The queue: finding simulations, what a decision needs beside the list, and deciding. */
export function SimulationsReview({ texts, renderDocuments, renderOffer }: SimulationsReviewProps) {
  const [view, setView] = useState<QueueView>("decide");
  const [search, setSearch] = useState("");
  const filter = { view, search: useSettled(search.trim(), TYPING_PAUSE_MS) };
  const query = useQueue(filter);
  const now = useNow(20_000);
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const { counts = null, undoSeconds = 0 } = query.data?.pages[0] ?? {};
  const { shown, chosen, choose, step, goOn } = useChosen(
    query.isPlaceholderData ? undefined : rows,
    `${filter.view} ${filter.search}`,
  );
  const { remember, undo } = useUndo(choose);

  function onDecided(id: string): void {
    remember(id, undoSeconds);
    // Elsewhere a decided one stays in the list, and so does whoever looks at it.
    if (view === "decide" && !filter.search) goOn(id);
  }

  const name = rows?.find(({ id }) => id === shown)?.fullName;
  return (
    <>
      <ListAndDetail
        chosen={chosen}
        onBack={() => choose(null)}
        detailLabel={name ? `Simulação de ${name}` : "Simulação"}
        list={
          <div className="grid gap-4 lg:sticky lg:top-4">
            <QueueFilters
              view={view}
              onView={setView}
              counts={counts}
              search={search}
              onSearch={setSearch}
            />
            <QueueKeys onStep={step} onUndo={undo} />
            <div className="lg:max-h-[calc(100dvh-20rem)] lg:min-h-[20rem] lg:overflow-y-auto">
              <RowList
                pages={{ ...query, rows }}
                texts={rowTexts}
                chosen={shown}
                onChoose={choose}
                renderRow={(line) => <QueueRow line={line} now={now} />}
              />
            </div>
          </div>
        }
      >
        {shown ? (
          <ChosenSimulation
            key={shown}
            id={shown}
            texts={texts}
            undoing={{ seconds: undoSeconds, onDecided, undo }}
            onOpen={choose}
            renderDocuments={renderDocuments}
            renderOffer={renderOffer}
          />
        ) : (
          rows?.length === 0 &&
          view === "decide" && (
            <StatePanel icon="check" title="Tudo decidido" text="Nada espera uma decisão agora." />
          )
        )}
      </ListAndDetail>
    </>
  );
}

const rowTexts = {
  label: "Simulações",
  loading: "Carregando simulações...",
  failed: "Não foi possível carregar as simulações",
  empty: "Nenhuma simulação encontrada",
  emptyHint: "Mude a busca ou a situação para ver outras.",
  one: "simulação",
  many: "simulações",
};
