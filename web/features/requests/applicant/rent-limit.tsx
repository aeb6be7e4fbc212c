import { type ComponentType, useEffect, useState } from "react";
import { loadOptionalPart } from "../../../ui/layout/load-optional-part.ts";
import type { CoverageResultProps } from "./coverage-result.tsx";
import type { CoverageContent } from "./read-coverage.ts";

interface RentLimitProps {
  content: Pick<CoverageContent, "calculator" | "limit" | "fee" | "rules">;
  rentId: string;
  prompt: string;
}

/** Shows the limit for the typed rent and the longest term. The code loads when a visible field gets the focus. */
export function RentLimit({ content, rentId, prompt }: RentLimitProps) {
  const [Result, setResult] = useState<ComponentType<CoverageResultProps>>();
  const { rules } = content;
  useEffect(() => {
    const field = document.getElementById(rentId);
    if (!(field instanceof HTMLInputElement)) return;
    if (!matchMedia("(width >= 64rem)").matches) return;
    const load = () =>
      void loadOptionalPart(() => import("./coverage-result.tsx")).then((part) => {
        if (part) setResult(() => part.CoverageResult);
      });
    // The field may already contain a rent, because drafts are restored shortly after hydration.
    if (field.value || document.activeElement === field) return load();
    field.addEventListener("focus", load, { once: true });
    return () => field.removeEventListener("focus", load);
  }, [rentId]);
  return (
    <output className="grid gap-1">
      {Result && rules ? (
        <Result content={content} rules={rules} rentId={rentId} prompt={prompt} />
      ) : (
        prompt
      )}
    </output>
  );
}
