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

/** Component that shows the result of a post without JavaScript. Browsers load it only after a success. */
const native = import.meta.env?.SSR ? await import("./form-result.tsx") : null;

/** Values of a public form. Each form has a field for the e-mail address that gets the acknowledgement. */
export interface SentForm extends FieldValues {
  email: string;
}

/** Fields of a public form, its edge function and its notices. */
export interface PublicForm<Input extends FieldValues, Output extends SentForm> extends FieldTable<
  Input,
  Output
> {
  functionName: string;
  /** True when a person who returns in the same tab sees the result again. */
  isRemembered?: true;
  succeeded: { title: string; description: string };
  failed: { title: string; describe: (failure: CallFailure) => string };
}

/** Content and id of each form's last submission, by function name. Navigation in the browser keeps these entries. */
const submissions = new Map<string, { content: string; id: string }>();
/** Visible form by function name. A response may arrive after a newer form has replaced the form that was sent. */
const shownForms = new Map<string, { empty: () => void; show: (result: ReactNode) => void }>();

interface PublicFormOptions {
  extra?: object;
  content: ResultContent;
  /** True when the result replaces the whole page. */
  isPage?: boolean;
}

/**
 * Posts a valid public form once, even if it is submitted repeatedly, and then shows `result`. People who have left the
 * page see a notice. `rules` must be a constant. The hook does not use react-query, which would add 8 kB.
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
    // `keepFieldsRef` keeps the refs of the fields. Without their refs, fields would not report new input.
    shownForms.set(functionName, {
      empty: () => reset(undefined, { keepFieldsRef: true }),
      show: setResult,
    });
    return () => void shownForms.delete(functionName);
  }, [reset, functionName]);

  const showResult = (arrived?: { answer: unknown; email: string }) => {
    const show = (shown: ReactNode) => shownForms.get(functionName)?.show(shown);
    // The result component is loaded only after a success, to keep pages small. When loading fails,
    // the empty form stays.
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
    // A submission with unchanged content is a retry. It gets the same id, so the database stores it only once.
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

  /** Returns the props of a field. After a post without JavaScript they include the typed value and the error. */
  function field(name: Path<Input>) {
    const registered = validated.field(name);
    if (!import.meta.env?.SSR || !answer) return registered;
    const { typed } = answer;
    return {
      ...registered,
      error: answer.failure?.fields[name],
      // The value is never undefined. For an undefined value, browsers would choose the first option of a list.
      ...(boxes.includes(name)
        ? { defaultChecked: name in typed }
        : { defaultValue: typed[name] ?? "" }),
    };
  }

  return {
    ...validated,
    field,
    /** Result that replaces the form; undefined before a success. */
    result,
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
    isSending: form.formState.isSubmitting,
    /** Failure of the last attempt; undefined while the form is sent again. */
    failure,
    isAvailable: backend !== null,
    needsScript: backend !== null && !backend.takesNativePosts,
    ...(import.meta.env?.SSR && answer && describeNative(rules, answer, content)),
  };
}

/** Returns the result and the notice that a page shows after a post without JavaScript. */
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
    /** Notice inside the page, because a toast would need JavaScript. */
    notice: failure ? { title: failed.title, description: failed.describe(failure) } : succeeded,
    hasArrived: failure === null,
    result: native && receipt && createElement(native.FormResult, { content, receipt }),
  };
}

const storage = browserStorage("sessionStorage");

const draftKey = (formName: string) => `payser-rascunho-${formName}`;

function forgetDraft(formName: string): void {
  storage.removeItem(draftKey(formName));
}

/** Stores drafts of the fields `names` for this tab. Keeps text typed before hydration. Arguments must be constants. */
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

function readDraft<Value>(formName: string): Record<string, Value | undefined> {
  const valueSchema = z.custom<Value>((value) => typeof value === "string" || value === true);
  try {
    const kept: unknown = JSON.parse(storage.getItem(draftKey(formName)) ?? "{}");
    return z.record(z.string(), valueSchema).parse(kept);
  } catch {
    // The stored text is invalid, so another program wrote it. The next input overwrites it.
    return {};
  }
}
