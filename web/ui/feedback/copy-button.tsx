import { useState } from "react";

interface CopyButtonProps {
  /** Text to copy, or a function that returns the text at the click. */
  text: string | (() => string);
  texts: { copyLabel: string; copiedLabel: string };
  className?: string;
}

/** Shows a copy button whose label confirms a success. When copying fails, the person can select the text. */
export function CopyButton({ text, texts, className = "btn-outline my-1" }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <button
      type="button"
      className={`btn btn-sm ${className}`}
      onClick={() =>
        void navigator.clipboard.writeText(typeof text === "string" ? text : text()).then(
          () => setIsCopied(true),
          () => undefined,
        )
      }
    >
      <span aria-live="polite">{isCopied ? texts.copiedLabel : texts.copyLabel}</span>
    </button>
  );
}
