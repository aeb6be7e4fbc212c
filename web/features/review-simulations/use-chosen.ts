import { useState } from "react";
import { rowId } from "../../ui/layout/list-and-detail.tsx";
import type { QueueLine } from "./queue-page.ts";

/**
 * Which simulation is looked at. Without a choice the first one is shown where there is room beside
 * the list; it stays the same when the list changes, or a key would act on another one than was
 * read. `question` names the list: another one begins without a choice.
 */
export function useChosen(rows: readonly QueueLine[] | undefined, question: string) {
  const [state, setState] = useState<State>({ question, chosen: null, first: null });
  const isSame = state.question === question;
  const first = (isSame ? state.first : null) ?? rows?.[0]?.id ?? null;
  const chosen = isSame ? state.chosen : null;
  // During rendering, as React advises for what follows from other state: no frame shows the former.
  if (!isSame || first !== state.first) setState({ question, chosen, first });

  const shown = chosen ?? first;
  const place = rows?.findIndex(({ id }) => id === shown) ?? -1;

  function choose(id: string | null): void {
    setState({ question, chosen: id, first: id ?? first });
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
        setState({ question, chosen: null, first: null });
        document.getElementById("conteudo")?.focus();
      }
    },
  };
}

interface State {
  question: string;
  chosen: string | null;
  first: string | null;
}
