import { type ReactNode, useSyncExternalStore } from "react";

let toaster: ReactNode = null;
const places = new Set<() => void>();

/** Makes the toaster appear on this and all following pages. */
export function provideToaster(provided: ReactNode): void {
  toaster = provided;
  for (const notify of places) notify();
}

/** Place for toasts on every page. It is empty until a page provides the toaster. */
export function ToasterPlace(): ReactNode {
  return useSyncExternalStore(
    followToaster,
    () => toaster,
    () => null,
  );
}

function followToaster(notify: () => void): () => void {
  places.add(notify);
  return () => places.delete(notify);
}
