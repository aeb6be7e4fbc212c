import { useEffect, useState } from "react";
import type { CoverageContent, CoverageRules } from "./read-coverage.ts";
import { workOutAmounts } from "./work-out-amounts.ts";

/** Pause in typing (ms) before the amount changes, so that screen readers read no amount after each digit. */
const PAUSE_MS = 600;

export interface CoverageResultProps {
  content: Pick<CoverageContent, "calculator" | "limit" | "fee">;
  rules: CoverageRules;
  rentId: string;
  /** Id of the field with the number of months; absent when the amounts are for the longest term. */
  monthsId?: string;
  /** Text shown while no rent is typed; by default the calculator's own text. */
  prompt?: string;
}

export function CoverageResult(props: CoverageResultProps) {
  const { content, rules, rentId, monthsId } = props;
  const { calculator, limit, fee } = content;
  const { maximumMonths } = rules;
  const [{ typed, months }, setAsked] = useState({ typed: "", months: maximumMonths });
  const rent = readRent(typed);
  const amounts = rent && workOutAmounts(rent, Math.min(months, maximumMonths), rules);
  const isUnclear = typed.trim() !== "" && !amounts;

  useEffect(() => {
    const ids = monthsId === undefined ? [rentId] : [rentId, monthsId];
    const fields = ids.map((id) => document.getElementById(id));
    let pause: ReturnType<typeof setTimeout> | undefined;
    function read() {
      const [typedNow = "", monthsNow] = fields.map(valueOf);
      setAsked({ typed: typedNow, months: Number(monthsNow ?? maximumMonths) });
    }
    function readAfterPause() {
      clearTimeout(pause);
      pause = setTimeout(read, PAUSE_MS);
    }
    // Reads the fields at once, because the person may have typed a rent while this module was loading.
    read();
    for (const field of fields) field?.addEventListener("input", readAfterPause);
    return () => {
      clearTimeout(pause);
      for (const field of fields) field?.removeEventListener("input", readAfterPause);
    };
  }, [rentId, monthsId, maximumMonths]);
  useEffect(() => {
    if (monthsId === undefined) return;
    document.getElementById(rentId)?.setAttribute("aria-invalid", String(isUnclear));
  }, [rentId, monthsId, isUnclear]);

  if (!amounts) return isUnclear ? calculator.unclear : (props.prompt ?? calculator.prompt);
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

const written = /^(?:R\$\s*)?(\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{1,2}))?$/;
const withPoint = /^(\d+)\.(\d{1,2})$/;

/** Maximum accepted rent in reais. A larger number is treated as a typing error. */
const largest = 10_000_000;

/**
 * Reads a rent such as 1.500,00 or 1500.50; undefined for unclear texts and for amounts out of range. This function is
 * smaller than `readMoney` (30 KB) and never returns a different amount.
 */
export function readRent(typed: string): number | undefined {
  const [, whole, cents = "0"] = written.exec(typed.trim()) ?? withPoint.exec(typed.trim()) ?? [];
  const rent = Number(`${whole?.replaceAll(".", "")}.${cents}`);
  return rent > 0 && rent <= largest ? rent : undefined;
}
