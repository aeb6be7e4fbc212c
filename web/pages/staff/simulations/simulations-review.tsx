import { useState } from "react";
import { StatePanel } from "../../../ui/feedback/states.tsx";
import { useView } from "../../../ui/layout/case-screen.tsx";
import { useNow, useSettled } from "../../../ui/layout/hooks.ts";
import { ListAndDetail, rowId, useChosenCase } from "../../../ui/layout/list-and-detail.tsx";
import { RowList } from "../../../ui/layout/row-list.tsx";
import { QueueKeys } from "../../../features/requests/staff/keys.tsx";
import {
  QueueFilters,
  type QueueLine,
  QueueRow,
  type QueueView,
  queueViews,
  useQueue,
} from "../../../features/requests/staff/queue.tsx";
import { ChosenSimulation, type SimulationTexts } from "./simulation-card.tsx";
import { useUndo } from "../../../features/requests/staff/use-decision.tsx";

const TYPING_PAUSE_MS = 300;

export function SimulationsReview({ texts }: { texts: SimulationTexts }) {
  const [view, setView] = useView<QueueView>(queueViews, "decide");
  const [search, setSearch] = useState("");
  const filter = { view, search: useSettled(search.trim(), TYPING_PAUSE_MS) };
  const query = useQueue(filter);
  const now = useNow(20_000);
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const { counts = null, undoSeconds = 0 } = query.data?.pages[0] ?? {};
  const { shown, chosen, choose, step, goOn } = useChosen(
    query.isPlaceholderData ? undefined : rows,
    `${filter.view} ${filter.search}`,
    useChosenCase(),
  );
  const { remember, undo, open } = useUndo(choose);

  function onDecided(decided: { id: string; name: string }): void {
    remember(decided, undoSeconds);
    // The list of open decisions drops a decided simulation, so the page shows the next one. Other lists and search
    // results keep decided simulations, so the page does not change.
    if (view === "decide" && !filter.search) goOn(decided.id);
  }

  const name = rows?.find(({ id }) => id === shown)?.fullName;
  return (
    <>
      <ListAndDetail
        chosen={chosen}
        shown={shown}
        onBack={() => choose(null)}
        detailLabel={name ? `Simulação de ${name}` : "Simulação"}
        list={
          <div className="grid gap-4 lg:sticky lg:top-4">
            <QueueFilters
              view={view}
              onView={(next) => {
                setView(next);
                choose(null);
              }}
              counts={counts}
              search={search}
              onSearch={(next) => {
                setSearch(next);
                choose(null);
              }}
            />
            <QueueKeys onStep={step} onUndo={() => undo()} />
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
            undoing={{ seconds: undoSeconds, open, onDecided, undo }}
            onOpen={choose}
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

/**
 * Returns the simulation in the URL, or else the first simulation of the list. When the list reloads, the first
 * simulation stays the same, so that no keyboard shortcut acts on a simulation that has just appeared.
 */
export function useChosen(
  rows: readonly QueueLine[] | undefined,
  question: string,
  [chosen, setChosen]: ReturnType<typeof useChosenCase>,
) {
  const [state, setState] = useState<State>({ question, first: null });
  const isSame = state.question === question;
  const first = (isSame ? state.first : null) ?? rows?.[0]?.id ?? null;
  // The state is set during rendering, as React advises for derived state, so that the previous value is never painted.
  if (!isSame || first !== state.first) setState({ question, first });

  const shown = chosen ?? first;
  const place = rows?.findIndex(({ id }) => id === shown) ?? -1;

  function choose(id: string | null): void {
    if (id === chosen) return;
    setState({ question, first: id ?? first });
    setChosen(id);
    if (id) document.getElementById(rowId(id))?.scrollIntoView({ block: "nearest" });
  }

  return {
    shown,
    chosen,
    choose,
    /** Moves to the next (1) or previous (-1) simulation. Moves to the first if the shown one has left the list. */
    step(by: 1 | -1): void {
      const next = rows?.[place === -1 ? 0 : place + by];
      if (next) choose(next.id);
    },
    /** Moves to the next simulation after a decision. Shows none when the list has no other one. */
    goOn(decided: string): void {
      const at = rows?.findIndex(({ id }) => id === decided) ?? -1;
      const next = rows?.[at + 1] ?? rows?.[at - 1];
      if (next) choose(next.id);
      else {
        setState({ question, first: null });
        setChosen(null);
        document.getElementById("conteudo")?.focus();
      }
    },
  };
}

interface State {
  question: string;
  first: string | null;
}
