import type { MouseEvent, Ref } from "react";
import { outcomeId } from "./outcome-id.ts";

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
