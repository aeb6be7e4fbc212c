import { useEffect, useRef, useState } from "react";
import { browserStorage } from "../../../backend/browser-storage.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { searchFieldId } from "./queue.tsx";

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
  const [areOn, setAreOn] = useState(readShortcutsOn);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const next = () => onStep(1);
  const former = () => onStep(-1);
  useShortcuts(
    {
      j: next,
      ArrowDown: next,
      k: former,
      ArrowUp: former,
      a: () => goTo("approve"),
      r: () => goTo("reject"),
      d: () => goTo("askDocuments", "documents"),
      o: () => goTo("makeOffer", "offer"),
      u: onUndo,
      "/": () => document.getElementById(searchFieldId)?.focus(),
      "?": () => setIsSheetOpen(true),
    },
    areOn,
  );
  return (
    <p className="text-xs max-lg:hidden">
      <button type="button" className="underline" onClick={() => setIsSheetOpen(true)}>
        Teclas de atalho{areOn ? " (?)" : ": desligadas"}
      </button>
      {isSheetOpen && (
        <KeySheet
          areOn={areOn}
          onSwitch={(isOn) => {
            setAreOn(isOn);
            storeShortcutsOn(isOn);
          }}
          onClose={() => setIsSheetOpen(false)}
        />
      )}
    </p>
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

interface KeySheetProps {
  areOn: boolean;
  onSwitch: (areOn: boolean) => void;
  onClose: () => void;
}

function KeySheet({ areOn, onSwitch, onClose }: KeySheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog ref={dialog} titleId="teclas-titulo" onClose={onClose}>
      <h2 id="teclas-titulo" className="text-card">
        Teclas de atalho
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {keySheet.map(({ keys, what }) => (
          <div key={keys} className="contents">
            <dt className="font-semibold whitespace-nowrap">{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="checkbox"
          checked={areOn}
          onChange={(event) => onSwitch(event.target.checked)}
        />
        Usar os atalhos de uma tecla neste navegador
      </label>
      <div className="modal-action">
        <Button className="btn-primary" onClick={() => dialog.current?.close()}>
          Fechar
        </Button>
      </div>
    </Dialog>
  );
}

const storage = browserStorage("localStorage");
const storageKey = "payser-atalhos";

/** Returns true unless the user turned single-key shortcuts off, for example because of speech input (WCAG 2.1.4). */
function readShortcutsOn(): boolean {
  return storage.getItem(storageKey) !== "desligados";
}

function storeShortcutsOn(isOn: boolean): void {
  if (isOn) storage.removeItem(storageKey);
  else storage.setItem(storageKey, "desligados");
}

const keySheet: readonly { keys: string; what: string }[] = [
  { keys: "j ou ↓", what: "Próxima simulação" },
  { keys: "k ou ↑", what: "Simulação anterior" },
  { keys: "a", what: "Aprovar" },
  { keys: "r", what: "Rejeitar" },
  { keys: "d", what: "Pedir documentos" },
  { keys: "o", what: "Propor condições" },
  { keys: "u", what: "Desfazer a última decisão" },
  { keys: "/", what: "Buscar" },
  { keys: "?", what: "Mostrar esta lista" },
];

/**
 * Runs the action of a pressed key, except in text fields and dialogs. Arrow keys keep their meaning in controls and
 * lists.
 */
export function useShortcuts(bindings: Readonly<Record<string, () => void>>, areOn: boolean): void {
  const current = useRef(bindings);
  useEffect(() => {
    current.current = bindings;
  });
  useEffect(() => {
    if (!areOn) return;
    function act(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.repeat && !event.key.startsWith("Arrow")) return;
      const { target } = event;
      if (!(target instanceof Element) || isTaken(target, event.key)) return;
      const action = current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action) return;
      event.preventDefault();
      action();
    }
    addEventListener("keydown", act);
    return () => removeEventListener("keydown", act);
  }, [areOn]);
}

function isTaken(target: Element, key: string): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (
    target.closest("select, textarea, [contenteditable], input:not([type=radio], [type=checkbox])")
  )
    return true;
  return key.startsWith("Arrow") && target.closest("input, summary, .row-list") !== null;
}
