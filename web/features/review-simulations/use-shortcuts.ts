import { useEffect, useRef } from "react";

/**
 * Runs what a key is bound to, never while somebody types, and never over a dialog. The arrows keep
 * what they do in controls and in lists of rows.
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
