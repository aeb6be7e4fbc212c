import { type Shortcut, Shortcuts } from "../../staff/shell/shortcuts.tsx";

/**
 * Attributes of the elements that single-key shortcuts reach. An element other than a button also needs `tabIndex` -1
 * to take the focus.
 */
export const keyedPlaces = {
  approve: { id: "tecla-aprovar", "aria-keyshortcuts": "a" },
  reject: { id: "tecla-rejeitar", "aria-keyshortcuts": "r" },
  askDocuments: { id: "tecla-pedir-documentos", "aria-keyshortcuts": "d" },
  documents: { id: "tecla-documentos", "aria-keyshortcuts": "d" },
  makeOffer: { id: "tecla-propor", "aria-keyshortcuts": "o" },
  offer: { id: "tecla-condicoes", "aria-keyshortcuts": "o" },
} as const;

interface QueueKeysProps {
  onStep: (by: 1 | -1) => void;
  onUndo: () => void;
}

export function QueueKeys({ onStep, onUndo }: QueueKeysProps) {
  const next = () => onStep(1);
  const former = () => onStep(-1);
  return (
    <Shortcuts
      bindings={{
        j: next,
        ArrowDown: next,
        k: former,
        ArrowUp: former,
        a: () => goTo("approve"),
        r: () => goTo("reject"),
        d: () => goTo("askDocuments", "documents"),
        o: () => goTo("makeOffer", "offer"),
        u: onUndo,
      }}
      keys={keySheet}
    />
  );
}

/**
 * Finds the first of these places that the page shows. Clicks it if it is a button; otherwise focuses its first
 * control.
 */
function goTo(...places: readonly (keyof typeof keyedPlaces)[]): void {
  const control = places
    .map((place) => document.getElementById(keyedPlaces[place].id))
    .find((element) => element !== null);
  if (!control) return;
  if (control instanceof HTMLButtonElement) control.click();
  else {
    control.scrollIntoView({ block: "nearest" });
    const first = control.querySelector("button, input, select, textarea, summary");
    (first instanceof HTMLElement ? first : control).focus();
  }
}

const keySheet: readonly Shortcut[] = [
  { keys: "j ou ↓", what: "Próxima simulação" },
  { keys: "k ou ↑", what: "Simulação anterior" },
  { keys: "a", what: "Aprovar" },
  { keys: "r", what: "Rejeitar" },
  { keys: "d", what: "Pedir documentos" },
  { keys: "o", what: "Propor condições" },
  { keys: "u", what: "Desfazer a última decisão; de novo, a anterior" },
];
