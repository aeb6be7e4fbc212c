import { useEffect, useState } from "react";
import type { CoverageContent, CoverageRules } from "./read-coverage.ts";
import { workOutAmounts } from "./work-out-amounts.ts";

/** Long enough that a screen reader says one amount and not one for each digit. */
const PAUSE_MS = 600;

export interface CoverageResultProps {
  content: Pick<CoverageContent, "calculator" | "limit" | "fee">;
  rules: CoverageRules;
  rentId: string;
  /** Absent where the rent is a field of a form, which judges it, and the term is the longest. */
  monthsId?: string;
  /** Said while there is no rent; the calculator's own unless given. */
  prompt?: string;
}

/** What the rent that stands in the calculator leads to, once one stops typing. */
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
    // What was typed while this was on its way.
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

/** Above it a rent is a slip of the keys, in reais. */
const largest = 10_000_000;

/**
 * Reads a rent as it is written in Brazil, or with a point before its cents; undefined for what is
 * no positive amount or not clear. It reads less than the forms do (`readMoney`), and never
 * otherwise: their rules come with 30 KB, and here nothing is sent.
 */
export function readRent(typed: string): number | undefined {
  const [, whole, cents = "0"] = written.exec(typed.trim()) ?? withPoint.exec(typed.trim()) ?? [];
  const rent = Number(`${whole?.replaceAll(".", "")}.${cents}`);
  return rent > 0 && rent <= largest ? rent : undefined;
}
