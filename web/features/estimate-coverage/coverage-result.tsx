import { useEffect, useState } from "react";
import { readRent } from "../../formats/read-rent.ts";
import type { CoverageContent, CoverageRules } from "./read-coverage.ts";
import { workOutAmounts } from "./work-out-amounts.ts";

/** Long enough that a screen reader says one amount and not one for each digit. */
const PAUSE_MS = 600;

export interface CoverageResultProps {
  content: CoverageContent;
  rules: CoverageRules;
  rentId: string;
  monthsId: string;
}

/** What the rent that stands in the calculator leads to, once one stops typing. */
export function CoverageResult({ content, rules, rentId, monthsId }: CoverageResultProps) {
  const { calculator, limit, fee } = content;
  const [{ typed, months }, setAsked] = useState({ typed: "", months: rules.maximumMonths });
  const rent = readRent(typed);
  const amounts = rent && workOutAmounts(rent, Math.min(months, rules.maximumMonths), rules);
  const isUnclear = typed.trim() !== "" && !amounts;

  useEffect(() => {
    const fields = [rentId, monthsId].map((id) => document.getElementById(id));
    let pause: ReturnType<typeof setTimeout> | undefined;
    function read() {
      const [typedNow = "", monthsNow] = fields.map(valueOf);
      setAsked({ typed: typedNow, months: Number(monthsNow) });
    }
    function readAfterPause() {
      clearTimeout(pause);
      pause = setTimeout(read, PAUSE_MS);
    }
    // What was typed while this was on its way.
    read();
    for (const field of fields) field?.addEventListener("input", readAfterPause);
    return () => {
      clearTimeout(pause);
      for (const field of fields) field?.removeEventListener("input", readAfterPause);
    };
  }, [rentId, monthsId]);
  useEffect(() => {
    document.getElementById(rentId)?.setAttribute("aria-invalid", String(isUnclear));
  }, [rentId, isUnclear]);

  if (!amounts) return isUnclear ? calculator.unclear : calculator.prompt;
  return (
    <>
      <Amount label={limit.referenceLabel} amount={amounts.reference} />
      <Amount label={limit.limitLabel} amount={amounts.limit} />
      {amounts.fee && <Amount label={fee.label} amount={amounts.fee} />}
    </>
  );
}

function Amount({ label, amount }: { label: string; amount: string }) {
  return (
    <span>
      {label}: <strong>{amount}</strong>
    </span>
  );
}

function valueOf(field: HTMLElement | null): string {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
  return isField ? field.value : "";
}
