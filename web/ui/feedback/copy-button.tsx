import { useState } from "react";

interface CopyButtonProps {
  /** What is copied; as a function where it is known at the click alone. */
  text: string | (() => string);
  texts: { copyLabel: string; copiedLabel: string };
  className?: string;
}

/** Says that it worked in its own place; the text beside it can be selected where it does not. */
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
