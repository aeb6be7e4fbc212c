import { useId } from "react";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type ClaimUntil,
  type InspectionFile,
  type Inspections,
  countClaimDays,
} from "#contracts/inspections/inspections.ts";
import type { ContractQueryResult } from "../../content/sanity.types.ts";

/** Editors' texts about inspection reports. */
export type InspectionTexts = NonNullable<NonNullable<ContractQueryResult>["inspections"]>;

/** Shows the last day to claim, the day from which it is counted, and the rule for a lease that goes on. */
export function ClaimDay({ until, texts }: { until: ClaimUntil; texts: InspectionTexts }) {
  const today = todayInBrasilia();
  const isOver = until.day < today;
  return (
    <div className="grid gap-2 rounded-md bg-sand-100 p-4">
      <p>
        {fillVariables(isOver ? texts.overText : texts.untilText, {
          day: formatShortDate(until.day),
          counted: texts.days && countClaimDays(until, texts.days),
        })}
      </p>
      {until.countedFrom === "end" && until.since >= today && <p>{texts.afterText}</p>}
    </div>
  );
}

interface ChecklistProps {
  shown: Inspections;
  texts: InspectionTexts["checklist"];
}

/** Lists the proof that a claim would need from entry and exit, present and missing. */
export function Checklist({ shown, texts }: ChecklistProps) {
  const titleId = useId();
  const has = (moment: InspectionFile["moment"], side: InspectionFile["side"]) =>
    shown.inspections.some(
      (file) => file.moment === moment && file.side === side && file.asideReason === undefined,
    );
  const parts = [
    {
      title: texts.entryTitle,
      text: texts.entryText,
      lines: [
        { name: texts.tenantEntry, isThere: has("entry", "tenant") },
        { name: texts.landlordEntry, isThere: has("entry", "landlord") },
      ],
    },
    {
      title: texts.exitTitle,
      text: texts.exitText,
      lines: [
        { name: texts.tenantExit, isThere: has("exit", "tenant") },
        { name: texts.landlordExit, isThere: has("exit", "landlord") },
        { name: texts.keys, isThere: Boolean(shown.keysProofAt) },
      ],
    },
  ];
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {parts.map(({ title, text, lines }, place) => (
        <section key={title} aria-labelledby={`${titleId}-${place}`}>
          <h3 id={`${titleId}-${place}`} className="text-base">
            {title}
          </h3>
          <p className="mt-1 text-sm">{text}</p>
          <ul className="mt-3 grid gap-1">
            {lines.map(({ name, isThere }) => (
              <li key={name}>
                <span aria-hidden="true">{isThere ? "✓" : "○"}</span> {name}:{" "}
                <strong>{isThere ? texts.doneLabel : texts.missingLabel}</strong>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
