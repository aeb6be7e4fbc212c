/** React makes a script of its own from this; what is parsed so never runs. */
const EMPTY_SCRIPT = "<script></script>";

interface PolicyFactory {
  createPolicy(name: "default", rules: { createHTML(text: string): string | null }): unknown;
  /** Of the thread that reads documents for staff (`draw-document.ts`). */
  createPolicy(
    name: "document-viewer",
    rules: { createScriptURL(url: string): string | null },
  ): { createScriptURL(url: string): string };
}

declare global {
  interface Window {
    /** Missing in browsers without Trusted Types, which enforce nothing either. */
    trustedTypes?: PolicyFactory;
  }
}

/**
 * Lets the page's code set as markup what holds no markup, and the one constant that React needs;
 * the browser refuses all the rest (`require-trusted-types-for` in the policy).
 */
export function allowOnlyPlainMarkup(): void {
  window.trustedTypes?.createPolicy("default", { createHTML: plainMarkup });
}

function plainMarkup(text: string): string | null {
  return text === EMPTY_SCRIPT || !text.includes("<") ? text : null;
}
