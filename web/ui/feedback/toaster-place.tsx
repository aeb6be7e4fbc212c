import { type ReactNode, useSyncExternalStore } from "react";

let toaster: ReactNode = null;
const places = new Set<() => void>();

/** Shows notices from now on, on whatever page. */
export function provideToaster(provided: ReactNode): void {
  toaster = provided;
  for (const tell of places) tell();
}

/** Where notices appear on every page, once some page has brought the means. */
export function ToasterPlace(): ReactNode {
  return useSyncExternalStore(
    followToaster,
    () => toaster,
    () => null,
  );
}

function followToaster(tell: () => void): () => void {
  places.add(tell);
  return () => places.delete(tell);
}
