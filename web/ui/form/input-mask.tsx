import { useMaskito } from "@maskito/react";
import { useLayoutEffect } from "react";
import { type InputMaskName, inputMasks } from "../../formats/input-masks.ts";

interface InputMaskProps {
  input: HTMLInputElement;
  name: InputMaskName;
}

/** Formats what is typed into an input that stands elsewhere; shows nothing itself. */
export function InputMask({ input, name }: InputMaskProps) {
  const attach = useMaskito({ options: inputMasks[name] });
  useLayoutEffect(() => {
    attach(input);
    return () => void attach(null);
  }, [attach, input]);
  return null;
}
