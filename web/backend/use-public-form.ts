import {
  type ReactNode,
  type SubmitEvent,
  createElement,
  useEffect,
  useRef,
  useState,
} from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { showToast } from "../ui/feedback/show-toast.tsx";
import type { FieldTable } from "../ui/form/field-table.ts";
import { useValidatedForm } from "../ui/form/use-validated-form.ts";
import { loadOptionalPart } from "../ui/layout/load-optional-part.ts";
import { useBackend } from "./backend-context.tsx";
import { browserStorage, receiptKey } from "./browser-storage.ts";
import {
  CallFailure,
  type NativeAnswer,
  callFunction,
  noAnswer,
  useNativeAnswer,
} from "./call-function.ts";
import type { ResultContent } from "./form-result.tsx";

/** With what a browser's own post is answered; other browsers load it once theirs arrived. */
const native = import.meta.env?.SSR ? await import("./form-result.tsx") : null;

/** Every form that any visitor may send asks for the address of its acknowledgement. */
export interface SentForm extends FieldValues {
  email: string;
}

/** A form that any visitor may send: its table, what it calls, and what it says of the outcome. */
export interface PublicForm<Input extends FieldValues, Output extends SentForm> extends FieldTable<
  Input,
  Output
> {
  /** Of the function that takes it. */
  functionName: string;
  /** Who comes back in the same tab finds what became of it, and no empty form to fill in twice. */
  isRemembered?: true;
  succeeded: { title: string; description: string };
  failed: { title: string; describe: (failure: CallFailure) => string };
}

/** The last content of each form and its id; longer than the page, which one may leave and reopen. */
const submissions = new Map<string, { content: string; id: string }>();
/** Of the form that is in the page when one arrives, be it another than the one that sent. */
const shownForms = new Map<string, { empty: () => void; show: (result: ReactNode) => void }>();

interface PublicFormOptions {
  /** Sent beside what the form holds. */
  extra?: object;
  /** The words of the result. */
  content: ResultContent;
  /** The result is shown without what stands around the form. */
  isPage?: boolean;
}

/**
 * A form that any visitor may send: validated, posted once however often it is submitted, and
 * emptied when it arrived, with the `result` in its place. After a failure all that was typed stays,
 * with what went wrong. The outcome is told even to somebody who has left the page. `rules` must be
 * a constant.
 * Without react-query: nothing is read here that could be kept, and visitors would pay 8 kB for it.
 */
export function usePublicForm<Input extends FieldValues, Output extends SentForm>(
  rules: PublicForm<Input, Output>,
  { extra = {}, content, isPage = false }: PublicFormOptions,
) {
  const { functionName, names, boxes, succeeded, failed } = rules;
  const backend = useBackend();
  const answer = useNativeAnswer(functionName);
  const validated = useValidatedForm(rules);
  const { form } = validated;
  useFormDraft(form, functionName, rules.draftNames);
  const busy = useRef(false);
  const [failure, setFailure] = useState(answer?.failure ?? undefined);
  const [result, setResult] = useState<ReactNode>();
  const { reset } = form;
  useEffect(() => {
    // The next form begins at once: fields that it lost would not hear what is typed meanwhile.
    shownForms.set(functionName, {
      empty: () => reset(undefined, { keepFieldsRef: true }),
      show: setResult,
    });
    return () => void shownForms.delete(functionName);
  }, [reset, functionName]);

  const showResult = (arrived?: { answer: unknown; email: string }) => {
    const show = (shown: ReactNode) => shownForms.get(functionName)?.show(shown);
    // Loaded only then, because everybody would pay for it. Where it cannot be had, the empty form stays.
    void loadOptionalPart(() => import("./form-result.tsx")).then((part) =>
      part?.showResult({ functionName, content, arrived, isPage, show }),
    );
  };
  useEffect(() => {
    const { state }: { state: unknown } = history;
    const isHere = rules.isRemembered ?? Object(state).sent === true;
    if (isHere && storage.getItem(receiptKey(functionName))) showResult();
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  async function post(values: Output): Promise<unknown> {
    const written = JSON.stringify({ ...values, ...extra });
    // Sending the same again is a retry, which the database must not store twice.
    const last = submissions.get(functionName);
    const id = last?.content === written ? last.id : crypto.randomUUID();
    submissions.set(functionName, { content: written, id });
    const body = { ...values, ...extra, submissionId: id };
    return callFunction(backend, { name: functionName, body, data: z.custom() });
  }

  async function send(values: Output): Promise<boolean> {
    setFailure(undefined);
    try {
      const arrived = await post(values);
      submissions.delete(functionName);
      forgetDraft(functionName);
      showToast({ ...succeeded, tone: "success" });
      showResult({ answer: arrived, email: values.email });
      return true;
    } catch (error) {
      const reason = error instanceof CallFailure ? error : noAnswer();
      setFailure(reason);
      for (const name of names) {
        const message = reason.fields[name];
        if (message) form.setError(name, { message });
      }
      showToast({
        title: failed.title,
        description: failed.describe(reason),
        tone: "destructive",
      });
      return false;
    }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const element = event.currentTarget;
    let sent = false;
    await form.handleSubmit(async (values) => {
      sent = await send(values);
    })(event);
    busy.current = false;
    if (!sent) return;
    shownForms.get(functionName)?.empty();
    element.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }

  /** What a field is rendered with; of a native answer, what was typed and what is wrong with it. */
  function field(name: Path<Input>) {
    const registered = validated.field(name);
    if (!import.meta.env?.SSR || !answer) return registered;
    const { typed } = answer;
    return {
      ...registered,
      error: answer.failure?.fields[name],
      // Not undefined: a browser would then make a choice that nobody made.
      ...(boxes.includes(name)
        ? { defaultChecked: name in typed }
        : { defaultValue: typed[name] ?? "" }),
    };
  }

  return {
    ...validated,
    field,
    /** In the place of the form, once it arrived; undefined before. */
    result,
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
    isSending: form.formState.isSubmitting,
    /** Of the last attempt; undefined once it is sent again. */
    failure,
    isAvailable: backend !== null,
    needsScript: backend !== null && !backend.takesNativePosts,
    ...(import.meta.env?.SSR && answer && describeNative(rules, answer, content)),
  };
}

/** What a page says that answers a native post. */
function describeNative<Input extends FieldValues, Output extends SentForm>(
  { names, failed, succeeded }: PublicForm<Input, Output>,
  { failure, data }: NativeAnswer,
  content: ResultContent,
) {
  const receipt = failure ? undefined : native?.readReceipt(data);
  return {
    problems: names.flatMap((name) => {
      const message = failure?.fields[name];
      return message ? [{ id: name, message }] : [];
    }),
    /** What is said where there is no JavaScript to show a notice in the corner. */
    notice: failure ? { title: failed.title, description: failed.describe(failure) } : succeeded,
    hasArrived: failure === null,
    result: native && receipt && createElement(native.FormResult, { content, receipt }),
  };
}

const storage = browserStorage("sessionStorage");

/** Where the draft of a form is. */
const draftKey = (formName: string) => `payser-rascunho-${formName}`;

/** Forgets what was typed into a form, because it arrived. */
function forgetDraft(formName: string): void {
  storage.removeItem(draftKey(formName));
}

/**
 * Keeps what is typed for as long as the tab: it survives a reload, the way back and a visit to another
 * page. What is in the page already, typed before it came alive, wins. `names` are the fields that
 * may be kept; all arguments must be constants.
 */
function useFormDraft<Input extends FieldValues, Output extends FieldValues>(
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
