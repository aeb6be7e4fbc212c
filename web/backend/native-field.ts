import type { NativeAnswer } from "./call-function.ts";

const nothing = () => Promise.resolve();

/** A field of a form that a browser posts by itself: what was typed into it, and what is wrong with it. */
export function nativeField<Name extends string>(name: Name, answer: NativeAnswer | null) {
  return {
    name,
    error: answer?.failure?.fields[name],
    defaultValue: answer?.typed[name] ?? "",
    // No script will call them.
    onChange: nothing,
    onBlur: nothing,
    ref: nothing,
  };
}
