import { browserStorage } from "../../backend/browser-storage.ts";

const storage = browserStorage("localStorage");
const storageKey = "payser-atalhos";

/** Whether single keys act in this browser: whoever talks to it can turn them off (WCAG 2.1.4). */
export function readShortcutsOn(): boolean {
  return storage.getItem(storageKey) !== "desligados";
}

export function storeShortcutsOn(isOn: boolean): void {
  if (isOn) storage.removeItem(storageKey);
  else storage.setItem(storageKey, "desligados");
}

/** What each key does, as the sheet of keys shows it. */
export const keySheet: readonly { keys: string; what: string }[] = [
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
