import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { fillVariables } from "#contracts/fields/variables.ts";
import { suggestEmail } from "../formats/mistyped-email.ts";
import { afterPress } from "../ui/form/use-validated-form.ts";
import { useSite } from "./site-context.tsx";

/** Addresses that the person confirmed, or sent again after the question. They are never asked about again. */
const confirmed = new Set<string>();

/**
 * Asks about an address that looks mistyped, when the person leaves the field or sends the form. The question stops the
 * form once; a second attempt with the same address is sent.
 */
export function InputMask({ input }: { input: HTMLInputElement }) {
  const { notices: texts } = useSite();
  const [meant, setMeant] = useState<string>();
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let stopped: string | undefined;
    const ask = () => {
      const suggestion = confirmed.has(input.value) ? undefined : suggestEmail(input.value);
      setMeant(suggestion);
      return suggestion !== undefined;
    };
    const leave = () => afterPress(ask);
    const guard = (event: Event) => {
      if (!ask()) return;
      if (stopped === input.value) {
        confirmed.add(input.value);
        setMeant(undefined);
        return;
      }
      stopped = input.value;
      event.preventDefault();
      event.stopPropagation();
      // React renders the question after this event.
      setTimeout(() => yes.current?.focus());
    };
    const forget = () => setMeant(undefined);
    const { form } = input;
    input.addEventListener("blur", leave);
    input.addEventListener("input", forget);
    form?.addEventListener("submit", guard, { capture: true });
    // The person may have left the field before this code was loaded.
    if (document.activeElement !== input) ask();
    return () => {
      input.removeEventListener("blur", leave);
      input.removeEventListener("input", forget);
      form?.removeEventListener("submit", guard, { capture: true });
    };
  }, [input]);
  const place = input.parentElement;
  if (meant === undefined || !place || !texts) return null;

  function end(): void {
    setMeant(undefined);
    input.focus();
  }

  return createPortal(
    <div role="alert" className="mt-2 grid gap-3 rounded-md bg-amber-100 p-4 text-base text-ink">
      <p className="wrap-anywhere">{fillVariables(texts.mistypedQuestion, { address: meant })}</p>
      <div className="flex flex-wrap gap-3">
        <button
          ref={yes}
          type="button"
          className="btn btn-primary btn-sm"
          onClick={() => {
            type(input, meant);
            end();
          }}
        >
          {texts.mistypedYesLabel}
        </button>
        <button
          type="button"
          className="btn btn-outline btn-sm"
          onClick={() => {
            confirmed.add(input.value);
            end();
          }}
        >
          {texts.mistypedNoLabel}
        </button>
      </div>
    </div>,
    place,
  );
}

/** Changes a field as if the person had typed the text. React ignores a value that a script sets by the property. */
function type(field: HTMLInputElement, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
