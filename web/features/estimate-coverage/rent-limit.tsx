import { type ComponentType, useEffect, useState } from "react";
import { loadOptionalPart } from "../../ui/layout/load-optional-part.ts";
import type { CoverageResultProps } from "./coverage-result.tsx";
import type { CoverageContent } from "./read-coverage.ts";

interface RentLimitProps {
  content: Pick<CoverageContent, "calculator" | "limit" | "fee" | "rules">;
  /** Id of the field of a form in which the rent is typed. */
  rentId: string;
  /** Said while there is no rent. */
  prompt: string;
}

/**
 * What the rent of a form leads to, for the longest term. What works it out is loaded when somebody
 * comes to the field, and only where it is seen.
 */
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
    // A draft is put into the form once it is alive.
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
