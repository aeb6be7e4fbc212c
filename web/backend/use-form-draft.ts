import { useEffect } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { browserStorage } from "./browser-storage.ts";

const storage = browserStorage("sessionStorage");

/** Where the draft of a form is. */
const draftKey = (formName: string) => `payser-rascunho-${formName}`;

/** Forgets what was typed into a form, because it arrived. */
export function forgetDraft(formName: string): void {
  storage.removeItem(draftKey(formName));
}

/**
 * Keeps what is typed for as long as the tab: it survives a reload, the way back and a visit to another
 * page. What is in the page already, typed before it came alive, wins. `names` are the fields that
 * may be kept; all arguments must be constants.
 */
export function useFormDraft<Input extends FieldValues, Output extends FieldValues>(
  { getValues, setValue, subscribe }: UseFormReturn<Input, unknown, Output>,
  formName: string,
  names: readonly Path<Input>[],
): void {
  useEffect(() => {
    const draft = readDraft<PathValue<Input, Path<Input>>>(formName);
    for (const name of names) {
      const kept = draft[name];
      if (kept && !getValues(name)) setValue(name, kept);
    }
    const save = () => {
      const typed = names.flatMap((name) => {
        const value = getValues(name);
        return value ? [[name, value]] : [];
      });
      if (typed.length === 0) return forgetDraft(formName);
      storage.setItem(draftKey(formName), JSON.stringify(Object.fromEntries(typed)));
    };
    save();
    return subscribe({ formState: { values: true }, callback: save });
  }, [getValues, setValue, subscribe, formName, names]);
}

/** Texts and ticks, by field name. */
function readDraft<Value>(formName: string): Record<string, Value | undefined> {
  const valueSchema = z.custom<Value>((value) => typeof value === "string" || value === true);
  try {
    const kept: unknown = JSON.parse(storage.getItem(draftKey(formName)) ?? "{}");
    return z.record(z.string(), valueSchema).parse(kept);
  } catch {
    // Not ours: the next key that is pressed overwrites it.
    return {};
  }
}
