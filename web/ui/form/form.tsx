import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
} from "react";
import { formReadyAttribute, formReadyEvent } from "./form-ready.ts";

/**
 * The form element of every form. It tells the boot script when React has taken it over, which may
 * be later than the page around it: what was submitted before is then submitted again.
 */
export function Form(props: Omit<ComponentProps<"form">, "method" | "noValidate" | "ref">) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.setAttribute(formReadyAttribute, "");
    form.current?.dispatchEvent(new Event(formReadyEvent, { bubbles: true }));
  }, []);
  // The messages are ours: the browser's own would stop at the first field.
  return <form ref={form} method="post" noValidate {...props} />;
}

interface FormSectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** A group of fields with its title; two columns where there is room. */
export function FormSection({ id, title, children }: FormSectionProps) {
  return (
    <fieldset id={id} className="form-section card card-border min-w-0">
      <legend className="text-card font-bold">{title}</legend>
      <div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

interface FormProgressProps {
  /** `step` is the short name of a section, which four times fits a phone. */
  sections: readonly { id: string; step: string }[];
}

/**
 * The sections of a form, each ticked when all its fields are valid. The style sheet does the
 * ticking (`:has(:valid)`) once `useNativeValidity` has told the browser all rules.
 */
export function FormProgress({ sections }: FormProgressProps) {
  return (
    <ol className="form-progress steps max-lg:w-full lg:steps-vertical">
      {sections.map(({ id, step }) => (
        <li key={id} className="step relative min-w-0 font-semibold">
          {/* As large as its step, whose name has no room where text is as large as a thumb. */}
          <a href={`#${id}`} className="before:absolute before:inset-0 before:z-2">
            <span className="max-lg:text-xs max-[20rem]:sr-only">{step}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

/**
 * Why a form was not sent, where it stays readable after the toast is gone. It takes the focus,
 * which the disabled submit button has lost.
 */
export function FormAlert({ id, children }: { id?: string; children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <div
      ref={alert}
      role="alert"
      tabIndex={-1}
      className="form-notice alert alert-error alert-soft"
      {...(id ? { id } : {})}
    >
      {children}
    </div>
  );
}

export interface Problem {
  /** Id of the control. */
  id: string;
  message: string;
}

interface ErrorSummaryProps {
  ref: Ref<HTMLElement>;
  title: string;
  problems: readonly Problem[];
}

/**
 * What is wrong in a long form, each message leading to its field; the form moves the focus here
 * after a refused submit. Rendered while there is something to say.
 */
export function ErrorSummary({ ref, title, problems }: ErrorSummaryProps) {
  if (problems.length === 0) return null;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      id={outcomeId}
      className="form-notice alert alert-error alert-soft"
      aria-labelledby="resumo-de-erros"
    >
      <h2 id="resumo-de-erros" className="text-card">
        {title}
      </h2>
      <ul className="mt-2">
        {problems.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={focusTarget}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Not every browser focuses what a fragment names. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}

/**
 * Id of what became of a form. As the fragment of its `action` it makes browsers without JavaScript
 * show and focus the outcome, wherever it stands in the page that answers.
 */
export const outcomeId = "resultado";
