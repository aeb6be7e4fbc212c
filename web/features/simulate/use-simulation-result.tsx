import { type ReactNode, useEffect, useState } from "react";
import { browserStorage } from "../../backend/browser-storage.ts";
import type { SimulationQueryResult } from "../../content/sanity.types.ts";
import { loadOptionalPart } from "../../ui/layout/load-optional-part.ts";
import { receiptKey } from "./simulation-rules.ts";

/** Of the form that is in the page when one arrives, be it another than the one that sent. */
let showInPage: ((result: ReactNode) => void) | undefined;

/**
 * What is shown in the place of a form that arrived, now or before a reload; undefined before.
 * Loaded only then, because everybody would pay for it. Where it cannot be had, the empty form stays.
 */
export function useSimulationResult(
  content: Pick<NonNullable<SimulationQueryResult>, "result" | "whatsapp">,
) {
  const [result, setResult] = useState<ReactNode>();
  const load = (answer?: unknown, email?: string) =>
    void loadOptionalPart(() => import("./simulation-result.tsx")).then((part) =>
      part?.showResult({ content, answer, email, show: (shown) => showInPage?.(shown) }),
    );
  useEffect(() => {
    showInPage = setResult;
    if (browserStorage("sessionStorage").getItem(receiptKey)) load();
    return () => void (showInPage = undefined);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return { result, load };
}
