import { useEffect, useRef, useState } from "react";
import { browserStorage } from "../../../backend/browser-storage.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";

/** Line of the dialog that lists the shortcuts. */
export interface Shortcut {
  keys: string;
  what: string;
}

interface ShortcutsProps {
  bindings: Readonly<Record<string, () => void>>;
  /** Shortcuts of this screen, without those that every screen has. */
  keys: readonly Shortcut[];
}

/** Binds keys to actions, and shows a button that lists the keys and lets a person turn them off. */
export function Shortcuts({ bindings, keys }: ShortcutsProps) {
  const [areOn, setAreOn] = useState(readShortcutsOn);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  useShortcuts({ ...bindings, "/": focusSearch, "?": () => setIsSheetOpen(true) }, areOn);
  return (
    <p className="text-xs max-lg:hidden">
      <button type="button" className="underline" onClick={() => setIsSheetOpen(true)}>
        Teclas de atalho{areOn ? " (?)" : ": desligadas"}
      </button>
      {isSheetOpen && (
        <KeySheet
          keys={[...keys, ...everywhere]}
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

const everywhere: readonly Shortcut[] = [
  { keys: "/", what: "Buscar" },
  { keys: "?", what: "Mostrar esta lista" },
];

function focusSearch(): void {
  const field = document.querySelector("main input[type=search]");
  if (field instanceof HTMLElement) field.focus();
}

/**
 * Attribute of an element whose children are the rows of a list without details, such as the team. A row without a
 * control needs `tabIndex` -1 to take the focus.
 */
export const listRows = { "data-list-rows": "" };

const rowSelector = ".row-list > li > button, [data-list-rows] > *";
const controlSelector = "a, button, input[type=checkbox], input[type=radio]";

/** Shortcuts of a staff list: j and k move the focus between rows, Enter opens the row. */
export function ListKeys() {
  return (
    <Shortcuts
      bindings={{ j: () => stepRow(1), k: () => stepRow(-1) }}
      keys={[
        { keys: "j", what: "Próxima linha" },
        { keys: "k", what: "Linha anterior" },
        { keys: "Enter", what: "Abrir a linha" },
      ]}
    />
  );
}

/**
 * Moves the focus to the next or previous row, from the row with the focus or else the open one. The first control of a
 * row takes the focus, so that Enter opens the row.
 */
function stepRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)].filter(
    (row) => !row.closest("details:not([open])"),
  );
  const { activeElement } = document;
  const focused = rows.findIndex((row) => row.contains(activeElement));
  const from =
    focused === -1 ? rows.findIndex((row) => row.getAttribute("aria-current") === "true") : focused;
  const next = rows[from === -1 ? 0 : from + by];
  const control = next?.matches("button")
    ? next
    : next?.querySelector<HTMLElement>(controlSelector);
  (control ?? next)?.focus();
}

interface KeySheetProps {
  keys: readonly Shortcut[];
  areOn: boolean;
  onSwitch: (areOn: boolean) => void;
  onClose: () => void;
}

function KeySheet({ keys: listed, areOn, onSwitch, onClose }: KeySheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog ref={dialog} titleId="teclas-titulo" onClose={onClose}>
      <h2 id="teclas-titulo" className="text-card">
        Teclas de atalho
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {listed.map(({ keys, what }) => (
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
      if (event.defaultPrevented || isCombination(event)) return;
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

/**
 * Returns true for a key combination of the browser or the system. Laptops with the Brazilian layout type "/" and "?"
 * with AltGr, which browsers on Windows report as Ctrl and Alt.
 */
function isCombination(event: KeyboardEvent): boolean {
  const isTyped = event.getModifierState("AltGraph") && "/?".includes(event.key);
  return !isTyped && (event.ctrlKey || event.metaKey || event.altKey);
}

function isTaken(target: Element, key: string): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (
    target.closest("select, textarea, [contenteditable], input:not([type=radio], [type=checkbox])")
  )
    return true;
  return key.startsWith("Arrow") && target.closest("input, summary, .row-list") !== null;
}
