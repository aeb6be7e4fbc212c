import { useState } from "react";
import { KeySheet } from "./key-sheet.tsx";
import { readShortcutsOn, storeShortcutsOn } from "./key-bindings.ts";
import { searchFieldId } from "./queue-filters.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

interface QueueKeysProps {
  onStep: (by: 1 | -1) => void;
  onUndo: () => void;
}

/** The keys of the queue, and the way to their sheet. */
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
      a: () => press("a"),
      r: () => press("r"),
      d: () => press("d"),
      o: () => press("o"),
      u: onUndo,
      "/": () => document.getElementById(searchFieldId)?.focus(),
      "?": () => setIsSheetOpen(true),
    },
    areOn,
  );
  return (
    <p className="text-xs max-lg:hidden">
      <button type="button" className="link" onClick={() => setIsSheetOpen(true)}>
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

/** Does what the control with this key would do; where a part has none, goes to its place. */
function press(key: string): void {
  // The innermost: a part's own control before the place of the part.
  const control = [...document.querySelectorAll(`[aria-keyshortcuts="${key}"]`)].at(-1);
  if (!(control instanceof HTMLElement)) return;
  if (control instanceof HTMLButtonElement) control.click();
  else {
    control.scrollIntoView({ block: "nearest" });
    const first = control.querySelector("button, input, select, textarea, summary");
    (first instanceof HTMLElement ? first : control).focus();
  }
}
