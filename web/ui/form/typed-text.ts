import { createContext } from "react";

/** Parts of a react-hook-form whose typed text can be kept while the person signs in again. */
export interface TypedForm {
  getValues(name: string): unknown;
  setValue(name: string, value: unknown, options: { shouldDirty: boolean }): void;
  /** Calls back with the name of each changed field. Returns a function that stops the calls. */
  subscribe(changes: {
    formState: { values: true };
    callback: (changed: { name?: string | undefined }) => void;
  }): () => void;
}

/**
 * Follows a form while it is shown. `place` tells the form from others with the same fields, such as the reason for a
 * refusal and the reason for a note: ids of its case and of its controls. Returns a function that stops this.
 */
export type FollowForm = (form: TypedForm, place: readonly string[]) => () => void;

/** Keeper of typed text; null on pages whose text is not kept. */
export const TypedTextContext = createContext<FollowForm | null>(null);
