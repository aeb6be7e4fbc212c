import { createRoot } from "react-dom/client";
import { formReadyEvent } from "../ui/form/form-ready.ts";
import type { ShowAnew } from "./hydrate-whole.tsx";
import { navigatedEvent } from "./page-state.ts";

/** Shows a page of a newer version than its HTML, in whose place it comes with what was typed there. */
export const showNewer: ShowAnew = (container, page, settings) => {
  keepTyped(container);
  const root = createRoot(container, settings);
  root.render(page);
  return root;
};

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What people fill in: a hidden field is the page's own, such as the version of the terms. */
const FIELDS = "input:not([type=hidden]), select, textarea";

/**
 * Types into the forms of a page, once they are made anew, what somebody typed until then, and leads
 * the focus back. Elements that are gone still tell it: nothing is written down.
 * @param page what is about to get other content
 */
export function keepTyped(page: Element): void {
  const fields = new Set(page.querySelectorAll<Field>(FIELDS));
  let focused: EventTarget | null = document.activeElement;
  const noteFocus = ({ target }: Event) => (focused = target);
  const typeAgain = ({ target: form }: Event) => {
    if (!(form instanceof HTMLFormElement)) return;
    for (const field of fields) {
      const successor = successorIn(form, field);
      if (!successor) continue;
      // Once: a form that comes back later is a new one.
      fields.delete(field);
      repeat(field, successor);
      if (field === focused) focusAgain(field, successor);
    }
  };
  // After the effects that belong to the same step of React's.
  const typeAgainSoon = (event: Event) => setTimeout(() => typeAgain(event));

  page.addEventListener("focusin", noteFocus);
  page.addEventListener(formReadyEvent, typeAgainSoon);
  document.addEventListener(
    navigatedEvent,
    () => {
      page.removeEventListener("focusin", noteFocus);
      page.removeEventListener(formReadyEvent, typeAgainSoon);
    },
    { once: true },
  );
}

/** The field of a form that has taken a former one's place. */
function successorIn(form: HTMLFormElement, { name, type, value }: Field): Field | undefined {
  const isChoice = type === "radio" || type === "checkbox";
  return [...form.querySelectorAll<Field>(FIELDS)].find(
    (field) => field.name === name && field.type === type && (!isChoice || field.value === value),
  );
}

function repeat(former: Field, field: Field): void {
  if (former instanceof HTMLInputElement && field instanceof HTMLInputElement) {
    if (former.checked !== field.checked) field.click();
  }
  if (former.value === field.value) return;
  // Past React, which takes what is set through the element's own property for its own work.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(
    field,
    former.value,
  );
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function focusAgain(former: Field, field: Field): void {
  field.focus({ preventScroll: true });
  if (former instanceof HTMLSelectElement || field instanceof HTMLSelectElement) return;
  // Null where a kind of field has no caret to tell of.
  if (former.selectionStart === null) return;
  field.setSelectionRange(former.selectionStart, former.selectionEnd);
}
