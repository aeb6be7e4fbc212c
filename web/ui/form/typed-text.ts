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

/** Tells a form from others with the same fields, such as the reason for a refusal and the reason for a note. */
export interface FormPlace {
  /** Id of the case that the form is about; null outside of a case. */
  about: string | null;
  /** Ids of the controls that the form had when it was opened. */
  controls: readonly string[];
}

/** Follows a form while it is shown. Returns a function that stops this. */
export type FollowForm = (form: TypedForm, place: FormPlace) => () => void;

/** Keeper of typed text; null on pages whose text is not kept. */
export const TypedTextContext = createContext<FollowForm | null>(null);

/** Id of the case, or of another record, that the forms below are about. */
export const CaseContext = createContext<string | null>(null);
