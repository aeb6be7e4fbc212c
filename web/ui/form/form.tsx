import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
} from "react";
import { formReadyAttribute, formReadyEvent } from "./form-ready.ts";

/** Renders a form and reports its hydration to the boot script, which then repeats an earlier submit. */
export function Form(props: Omit<ComponentProps<"form">, "method" | "noValidate" | "ref">) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.setAttribute(formReadyAttribute, "");
    form.current?.dispatchEvent(new Event(formReadyEvent, { bubbles: true }));
  }, []);
  // `noValidate` turns off the browser's messages, which stop at the first invalid field. The site shows all messages.
  return <form ref={form} method="post" noValidate {...props} />;
}

interface FormSectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

export function FormSection({ id, title, children }: FormSectionProps) {
  return (
    <fieldset id={id} className="form-section card card-border min-w-0">
      <legend className="text-card font-bold">{title}</legend>
      <div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

interface FormProgressProps {
  /** Sections of the form. `step` is a section's short name. Four short names must fit side by side on a phone. */
  sections: readonly { id: string; step: string }[];
}

/** Shows the sections, each with a tick when its fields are valid (`:has(:valid)`, set by `useNativeValidity`). */
export function FormProgress({ sections }: FormProgressProps) {
  return (
    <ol className="form-progress steps max-lg:w-full lg:steps-vertical">
      {sections.map(({ id, step }) => (
        <li key={id} className="step relative min-w-0 font-semibold">
          {/* The link covers the whole step, because the step's name is hidden when the person enlarges text a lot. */}
          <a href={`#${id}`} className="before:absolute before:inset-0 before:z-2">
            <span className="max-lg:text-xs max-[20rem]:sr-only">{step}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

/**
 * Shows why a form failed, for longer than a toast. Takes the focus, because the disabled submit button has lost it.
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
  id: string;
  message: string;
}

interface ErrorSummaryProps {
  ref: Ref<HTMLElement>;
  title: string;
  problems: readonly Problem[];
}

/** Lists a long form's errors with links to the fields. The list takes the focus after a refused submit. */
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

/** Moves the focus to the target of a fragment link, because some browsers only scroll to the target. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}

/** Id of a form's result. The form's `action` ends in this id, so that browsers without JavaScript focus the result. */
export const outcomeId = "resultado";
