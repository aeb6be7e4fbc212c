import { createContext, useContext } from "react";
import type { CallFailure } from "./call-failure.ts";

/** What became of a form that a browser posted by itself, without JavaScript. */
export interface NativeAnswer {
  functionName: string;
  /** By field name, to be shown again. */
  typed: Readonly<Record<string, string>>;
  /** Null when it arrived. */
  failure: CallFailure | null;
  /** What a form that arrived was answered with. */
  data: unknown;
}

const NativeAnswerContext = /* @__PURE__ */ createContext<NativeAnswer | null>(null);

/** Around a page that is rendered as the answer to such a post. */
export const NativeAnswerProvider = NativeAnswerContext.Provider;

/**
 * The answer for this form; null for a page that was only asked for. In browsers there is none, so
 * what is made of it stands behind `import.meta.env?.SSR`, and they leave it out.
 */
export const useNativeAnswer = import.meta.env?.SSR ? readNativeAnswer : () => null;

function readNativeAnswer(functionName: string): NativeAnswer | null {
  const answer = useContext(NativeAnswerContext);
  return answer?.functionName === functionName ? answer : null;
}
