import { type FocusEvent, useEffect, useState } from "react";
import type { InputMaskName } from "../../formats/input-masks.ts";
import { loadOptionalPart } from "../layout/load-optional-part.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

interface MaskedFieldProps extends TextFieldProps {
  mask: InputMaskName;
}

interface Masked {
  input: HTMLInputElement;
  InputMask: typeof import("./input-mask.tsx").InputMask;
}

/**
 * A text field that is formatted while one types or pastes. The masks are loaded when somebody
 * comes to such a field; without them it takes the same, as it was typed.
 */
export function MaskedField({ mask, onFocus, ...props }: MaskedFieldProps) {
  const { name } = props;
  const [masked, setMasked] = useState<Masked>();

  useEffect(() => {
    // Who came before the application is in the field already.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && activeElement.name === name) {
      void loadMaskFor(activeElement).then(setMasked);
    }
  }, [name]);

  function focus(event: FocusEvent<HTMLInputElement>) {
    if (!masked) void loadMaskFor(event.currentTarget).then(setMasked);
    onFocus?.(event);
  }
  return (
    <>
      <TextField {...props} onFocus={focus} />
      {masked && <masked.InputMask input={masked.input} name={mask} />}
    </>
  );
}

async function loadMaskFor(input: HTMLInputElement): Promise<Masked | undefined> {
  const part = await loadOptionalPart(() => import("./input-mask.tsx"));
  return part && { input, InputMask: part.InputMask };
}
