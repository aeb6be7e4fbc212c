import { useState } from "react";
import { StatePanel } from "../../ui/feedback/states.tsx";
import { useNow, useSettled } from "../../ui/layout/hooks.ts";
import { ListAndDetail, rowId, useChosenCase } from "../../ui/layout/list-and-detail.tsx";
import { RowList } from "../../ui/layout/row-list.tsx";
import { QueueKeys } from "./keys.tsx";
import { QueueFilters, type QueueLine, QueueRow, type QueueView, useQueue } from "./queue.tsx";
import { ChosenSimulation } from "./simulation-card.tsx";
import type { SimulationPart, StaffTexts } from "./simulation-detail.ts";
import { useUndo } from "./use-decision.tsx";

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
    useChosenCase(),
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

/**
 * Which simulation is looked at. Without a choice the first one is shown where there is room beside
 * the list; it stays the same when the list changes, or a key would act on another one than was
 * read. `question` names the list: another one begins with its first. The choice is the address's.
 */
export function useChosen(
  rows: readonly QueueLine[] | undefined,
  question: string,
  [chosen, setChosen]: ReturnType<typeof useChosenCase>,
) {
  const [state, setState] = useState<State>({ question, first: null });
  const isSame = state.question === question;
  const first = (isSame ? state.first : null) ?? rows?.[0]?.id ?? null;
  // During rendering, as React advises for what follows from other state: no frame shows the former.
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
    /** To the next (1) or the former (-1) one; from one that is not in the list, to the first. */
    step(by: 1 | -1): void {
      const next = rows?.[place === -1 ? 0 : place + by];
      if (next) choose(next.id);
    },
    /** To what follows a decided one; to the empty place after the last. */
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
