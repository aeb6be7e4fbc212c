import { createRoot } from "react-dom/client";
import { formReadyEvent } from "../ui/form/form-ready.ts";
import type { ShowAnew } from "./hydrate-whole.tsx";
import { navigatedEvent } from "./page-state.ts";

/** Renders a newer version of the page in place of the server's HTML and keeps the values that people have typed. */
export const showNewer: ShowAnew = (container, page, settings) => {
  keepTyped(container);
  const root = createRoot(container, settings);
  root.render(page);
  return root;
};

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Selector of the fields that people fill in. Hidden fields are left out, because the page sets their values. */
const FIELDS = "input:not([type=hidden]), select, textarea";

/** Restores typed values and the focus when `page` is replaced. The values are read from the removed fields. */
export function keepTyped(page: Element): void {
  const fields = new Set(page.querySelectorAll<Field>(FIELDS));
  let focused: EventTarget | null = document.activeElement;
  const noteFocus = ({ target }: Event) => (focused = target);
  const typeAgain = ({ target: form }: Event) => {
    if (!(form instanceof HTMLFormElement)) return;
    for (const field of fields) {
      const successor = successorIn(form, field);
      if (!successor) continue;
      // Each value is restored only once, because a form that appears later is a different form.
      fields.delete(field);
      repeat(field, successor);
      if (field === focused) focusAgain(field, successor);
    }
  };
  // The typed values are restored after a timeout, so that all effects of the React commit run first.
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
  // Calls the setter of the prototype, because React overrides the element's own setter and would ignore the change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(
    field,
    former.value,
  );
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function focusAgain(former: Field, field: Field): void {
  field.focus({ preventScroll: true });
  if (former instanceof HTMLSelectElement || field instanceof HTMLSelectElement) return;
  // Some types of field, such as checkboxes, have no caret position.
  if (former.selectionStart === null) return;
  field.setSelectionRange(former.selectionStart, former.selectionEnd);
}
