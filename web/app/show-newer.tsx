import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { formReadyEvent } from "../ui/form/form-ready.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Puts a page in the place of the server's HTML that was made from older content, which it could not
 * take over. What was typed into that, up to this moment, is typed into this.
 */
export function showNewer(container: Element, page: ReactNode): void {
  const former = [...container.querySelectorAll<Control>("input, select, textarea")];
  let focused = document.activeElement;
  container.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && former.some((control) => control === target)) focused = target;
  });

  function retype({ target: form }: Event): void {
    if (!(form instanceof HTMLFormElement)) return;
    for (const control of former) {
      const successor = form.elements.namedItem(control.name);
      if (!isControl(successor)) continue;
      type(successor, control);
      if (control !== focused || document.activeElement !== document.body) continue;
      successor.focus();
      if (isText(successor) && isText(control)) {
        successor.setSelectionRange(control.selectionStart, control.selectionEnd);
      }
    }
  }
  // After the effects that belong to the same step of React's: a draft gives way to what was typed.
  document.addEventListener(formReadyEvent, (event) => setTimeout(() => retype(event)));

  // React would put the new one behind it, where nobody reads it.
  document.querySelector("title")?.remove();
  const root = createRoot(container, {
    // The server's page of the newest content is whole.
    onUncaughtError(error) {
      reportError(error);
      location.reload();
    },
  });
  root.render(page);
}

/** Does to a control what a person did to its predecessor; React and the masks hear of it. */
function type(control: Control, former: Control): void {
  if (isTick(control) && isTick(former)) {
    if (former.checked !== former.defaultChecked && control.checked !== former.checked) {
      control.click();
    }
    return;
  }
  if (!isChanged(former)) return;
  // Not by the property of the element itself, which React watches: it would take it for its own.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
  set?.call(control, former.value);
  for (const name of ["input", "change"]) {
    control.dispatchEvent(new Event(name, { bubbles: true }));
  }
}

function isChanged(control: Control): boolean {
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
}

function isControl(found: Element | RadioNodeList | null): found is Control {
  return (
    found instanceof HTMLInputElement ||
    found instanceof HTMLSelectElement ||
    found instanceof HTMLTextAreaElement
  );
}

function isTick(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
}

/** Those whose selection a script may set. */
function isText(control: Control): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLTextAreaElement || /^(text|tel|search|url)$/.test(control.type);
}
