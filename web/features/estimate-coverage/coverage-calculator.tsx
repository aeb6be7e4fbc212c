import { type ComponentType, useEffect, useId, useState } from "react";
import { loadOptionalPart } from "../../ui/layout/load-optional-part.ts";
import type { CoverageResultProps } from "./coverage-result.tsx";
import type { CoverageContent, CoverageRules } from "./read-coverage.ts";

interface CoverageCalculatorProps {
  content: CoverageContent;
  rules: CoverageRules;
}

/**
 * Rent and months to reference value and limit. Nothing is sent, so it is no form. What works it
 * out is loaded when somebody comes to it. Without scripts it is not there: the examples are.
 */
export function CoverageCalculator({ content, rules }: CoverageCalculatorProps) {
  const { calculator, limit } = content;
  const rentId = useId();
  const monthsId = useId();
  const helpId = useId();
  const [isUsed, setUsed] = useState(false);
  const [Result, setResult] = useState<ComponentType<CoverageResultProps>>();

  useEffect(() => {
    // Who came before the application is in a field already.
    const { id } = document.activeElement ?? {};
    if (!isUsed && id !== rentId && id !== monthsId) return;
    void loadOptionalPart(() => import("./coverage-result.tsx")).then((part) => {
      if (part) setResult(() => part.CoverageResult);
      else setUsed(false);
    });
  }, [isUsed, rentId, monthsId]);

  return (
    <fieldset className="rounded-lg bg-white p-6 noscript:hidden print:hidden">
      <legend className="float-left mb-4 w-full text-card font-bold">{calculator.title}</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-[2fr_1fr]">
        <div className="fieldset">
          <label htmlFor={rentId} className="fieldset-legend">
            {limit.rentLabel}
          </label>
          <input
            id={rentId}
            onFocus={() => setUsed(true)}
            className="input"
            inputMode="decimal"
            aria-describedby={helpId}
          />
          <p id={helpId} className="label">
            {calculator.help}
          </p>
        </div>
        <div className="fieldset">
          <label htmlFor={monthsId} className="fieldset-legend">
            {limit.monthsLabel}
          </label>
          <select
            id={monthsId}
            onFocus={() => setUsed(true)}
            className="select"
            defaultValue={rules.maximumMonths}
          >
            {Array.from({ length: rules.maximumMonths }, (_, index) => (
              <option key={index}>{index + 1}</option>
            ))}
          </select>
        </div>
      </div>
      <output className="mt-4 grid gap-1">
        {Result ? (
          <Result content={content} rules={rules} rentId={rentId} monthsId={monthsId} />
        ) : (
          calculator.prompt
        )}
      </output>
    </fieldset>
  );
}
