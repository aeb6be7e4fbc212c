import { type ReactNode, useState } from "react";
import { Button } from "../feedback/button.tsx";

/** Rows of a list that the person has ticked for one action on all of them. */
export interface Picking {
  picked: readonly string[];
  pick: (id: string, isPicked: boolean) => void;
  clear: () => void;
}

/** Stores the ticked rows. Another list, named by `question`, begins without ticked rows. */
export function usePicking(question: string): Picking {
  const [state, setState] = useState<{ question: string; picked: readonly string[] }>({
    question,
    picked: [],
  });
  const picked = state.question === question ? state.picked : [];
  return {
    picked,
    pick: (id, isPicked) =>
      setState({
        question,
        picked: isPicked ? [...picked, id] : picked.filter((other) => other !== id),
      }),
    clear: () => setState({ question, picked: [] }),
  };
}

interface PickedActionsProps {
  picking: Picking;
  /** Ids of the rows that the list shows now. Rows that have left the list are not counted. */
  shown: readonly string[];
  /** Renders the actions on the ticked rows. */
  children: (ids: string[]) => ReactNode;
}

/** Shows how many rows are ticked and the actions on them; nothing while no row is ticked. */
export function PickedActions({ picking, shown, children }: PickedActionsProps) {
  const ids = picking.picked.filter((id) => shown.includes(id));
  if (ids.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-base-300 bg-sand-50 p-3">
      <output className="text-sm font-semibold">
        {ids.length === 1 ? "1 linha marcada" : `${ids.length} linhas marcadas`}
      </output>
      {children(ids)}
      <Button className="btn-link btn-sm px-0" onClick={picking.clear}>
        Desmarcar
      </Button>
    </div>
  );
}
