import * as z from "zod/mini";
import type { TypedForm } from "../../ui/form/typed-text.ts";
import { type BrowserStorage, browserStorage } from "../browser-storage.ts";

const storageKey = "payser-texto-equipe";

const valueSchema = z.union([z.string(), z.boolean(), z.array(z.string())]);
const formSchema = z.record(z.string(), valueSchema);
const keptSchema = z.object({
  /** Id of the account that typed the text. Nobody else gets it. */
  owner: z.string(),
  /** Typed values by form: page, case and controls. */
  forms: z.record(z.string(), formSchema),
});

/** Secrets are never stored. */
const secret = /password|^code$/i;

/** Keeps the typed text of staff in the tab from the end of a session until the same person signs in again. */
export function typedTextKeeper(storage: BrowserStorage, page: () => string) {
  /** Forms on the page, each with its key and the names of the fields in which somebody typed. */
  const shown = new Map<TypedForm, { key: string; typed: Set<string> }>();
  let reader: string | undefined;

  function readKept(): z.output<typeof keptSchema> | null {
    try {
      return keptSchema.parse(JSON.parse(storage.getItem(storageKey) ?? ""));
    } catch {
      return null;
    }
  }

  return {
    /** Follows a form: restores what its owner typed, and notes in which fields somebody types. */
    follow(this: void, form: TypedForm, place: readonly string[]): () => void {
      const typed = new Set<string>();
      // Text about one case, or for one reader, must never appear in another form with the same fields.
      const key = [page(), ...place].join(" ");
      shown.set(form, { key, typed });
      const stop = form.subscribe({
        formState: { values: true },
        callback({ name }) {
          if (name !== undefined && !secret.test(name)) typed.add(name);
        },
      });
      const kept = readKept();
      const { [key]: values, ...others } = kept?.forms ?? {};
      if (kept && values && kept.owner === reader) {
        for (const [name, value] of Object.entries(values))
          form.setValue(name, value, { shouldDirty: true });
        storage.setItem(storageKey, JSON.stringify({ ...kept, forms: others }));
      }
      return () => {
        stop();
        shown.delete(form);
      };
    },

    /** Lets an account read what it typed in this tab. Deletes what another account typed. */
    open(owner: string): void {
      reader = owner;
      const kept = readKept();
      if (kept && kept.owner !== owner) storage.removeItem(storageKey);
    },

    /** Stores the typed text of all forms on the page for the account whose session has ended. */
    keep(): void {
      if (reader === undefined) return;
      const forms = { ...readKept()?.forms };
      for (const [form, { key, typed }] of shown) {
        const values = [...typed].flatMap((name) => {
          const value = valueSchema.safeParse(form.getValues(name)).data;
          return value === undefined || value === "" ? [] : [[name, value]];
        });
        if (values.length > 0) forms[key] = formSchema.parse(Object.fromEntries(values));
      }
      if (Object.keys(forms).length > 0) {
        storage.setItem(storageKey, JSON.stringify({ owner: reader, forms }));
      }
      reader = undefined;
    },

    /** Reports whether the tab keeps text from before the end of a session. */
    hasText: () => Object.keys(readKept()?.forms ?? {}).length > 0,

    /** Deletes the kept text and forgets the account, because the person signs out. */
    drop(): void {
      reader = undefined;
      storage.removeItem(storageKey);
    },
  };
}

export const typedText = typedTextKeeper(browserStorage("sessionStorage"), () => location.pathname);
