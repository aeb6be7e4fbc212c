import { MaskInput, type MaskInputOptions } from "maska";
import { type Ref, useEffect, useRef } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { TextField, type TextFieldProps } from "./text-field.tsx";

type MaskedFieldProps = Omit<TextFieldProps, keyof UseFormRegisterReturn> &
  UseFormRegisterReturn & {
    mask: MaskInputOptions;
    ref: Ref<HTMLInputElement>;
  };

/** A text field that is formatted while one types or pastes. */
export function MaskedField({ mask, ref, onChange, ...props }: MaskedFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const tellForm = useRef(onChange);
  useEffect(() => {
    tellForm.current = onChange;
  });

  useEffect(() => {
    const { current } = input;
    if (!current) return undefined;
    const masked = new MaskInput(current, {
      ...mask,
      // The mask sets the value itself, after which React sees no change to report.
      onMaska: () => void tellForm.current({ target: current, type: "change" }),
    });
    return () => masked.destroy();
  }, [mask]);

  return (
    <TextField
      {...props}
      ref={(element) => {
        input.current = element;
        if (typeof ref === "function") ref(element);
      }}
    />
  );
}
