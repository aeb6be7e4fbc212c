import type { ChangeEvent } from "react";
import type { InputMask } from "../formats/input-masks.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

interface MaskedFieldProps extends TextFieldProps {
  mask: InputMask;
}

/** A text field that is formatted while one types or pastes. */
export function MaskedField({ mask, onChange, ...props }: MaskedFieldProps) {
  function format(event: ChangeEvent<HTMLInputElement>) {
    applyMask(event.currentTarget, mask);
    onChange?.(event);
  }
  return <TextField {...props} onChange={format} />;
}

/** Formats what an input holds; the caret stays behind the same digit or comma. */
function applyMask(input: HTMLInputElement, mask: InputMask): void {
  const { value, selectionEnd } = input;
  const masked = mask(value);
  if (masked === value) return;
  const caret = selectionEnd ?? value.length;
  let behind = significant(value.slice(caret));
  let position = masked.length;
  while (position > 0 && behind > 0) {
    position -= 1;
    behind -= significant(masked.slice(position, position + 1));
  }
  input.value = masked;
  input.setSelectionRange(position, position);
}

function significant(text: string): number {
  return text.replace(/[^\d,]/g, "").length;
}
