import { type ComponentType, type ReactNode, useEffect, useId, useState } from "react";
import { paths } from "../../../config/paths.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { loadOptionalPart } from "../../../ui/layout/load-optional-part.ts";
import { SectionHeading } from "../../../ui/section/sections.tsx";
import type { CoverageResultProps } from "./coverage-result.tsx";
import type { CoverageContent, CoverageRules } from "./read-coverage.ts";

interface CoverageSectionProps {
  content: CoverageContent;
  /** Audience of the page. Only the opening text differs between audiences. */
  reader: "tenants" | "landlords";
}

/** Shows the coverage. Exclusions come first and in bold, like in the terms (CDC art. 54, domain decision 20). */
export function CoverageSection({ content, reader }: CoverageSectionProps) {
  const { exclusions, inclusions, limit, fee, rules } = content;
  return (
    <section className="bg-sand-100 py-section" id="cobertura">
      <div className="page-width">
        <SectionHeading {...content[reader]} />
        <div className="grid gap-6 lg:grid-cols-2">
          <Panel title={exclusions.title} className="limiting-clause mt-0">
            <ul className="list-disc pl-5 font-bold">
              {exclusions.items.map(({ _key, text }) => (
                <li key={_key}>{text}</li>
              ))}
            </ul>
            <p>{exclusions.note}</p>
            <ClauseLink content={content} topic="excluded" />
          </Panel>
          <Panel
            title={inclusions.title}
            className="rounded-lg border-2 border-sand-300 bg-white p-6"
          >
            <ul className="list-disc pl-5">
              {inclusions.items.map(({ _key, text }) => (
                <li key={_key}>{text}</li>
              ))}
            </ul>
            <ClauseLink content={content} topic="covered" />
          </Panel>
        </div>
        {rules && (
          <div className="mt-12 grid gap-x-16 gap-y-8 lg:grid-cols-[2fr_3fr]">
            <div className="grid content-start gap-4">
              <h3 className="text-card">{limit.title}</h3>
              <p>{limit.text}</p>
              <ClauseLink content={content} topic="limit" />
              {rules.feeEstimate && (
                <p>
                  <strong>{fee.note}</strong> <ClauseLink content={content} topic="fee" />
                </p>
              )}
            </div>
            <div className="grid min-w-0 content-start gap-8">
              <CoverageCalculator content={content} rules={rules} />
              <ExampleTable content={content} />
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

interface PanelProps {
  title: string;
  className: string;
  children: ReactNode;
}

function Panel({ title, className, children }: PanelProps) {
  return (
    <div className={`grid content-start gap-3 ${className}`}>
      <h3 className="text-card">{title}</h3>
      {children}
    </div>
  );
}

interface ClauseLinkProps {
  content: CoverageContent;
  topic: NonNullable<CoverageContent["clauses"][number]["topic"]>;
}

/** Links to the clause about a topic. Shows nothing when the terms have no such clause. */
function ClauseLink({ content: { clauses, clauseLabel }, topic }: ClauseLinkProps) {
  const clause = clauses.find((one) => one.topic === topic);
  if (!clause) return null;
  return (
    <SiteLink
      href={`${paths.terms}#${clause.anchor}`}
      className="justify-self-start font-semibold text-petrol-700 underline"
    >
      {clauseLabel} {clause.number}
    </SiteLink>
  );
}

function ExampleTable({ content }: { content: CoverageContent }) {
  const { limit, fee, rules, examples } = content;
  const id = useId();
  const head = [
    `${limit.rentLabel} × ${limit.monthsLabel.toLowerCase()}`,
    limit.referenceLabel,
    limit.limitLabel,
    ...(rules?.feeEstimate ? [fee.label] : []),
  ];
  return (
    <section
      aria-labelledby={id}
      className="overflow-x-auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on a phone, so the keyboard must reach it
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left text-sm">
        <caption id={id} className="pb-2 text-left font-bold">
          {limit.caption}
        </caption>
        <thead>
          <tr>
            {head.map((label) => (
              <th key={label} scope="col" className="border-b-2 border-border py-2 pr-3">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {examples.map(({ _key, rent, months, reference, limit: most, fee: estimate }) => {
            const cells = [reference, most, ...(estimate ? [estimate] : [])];
            return (
              <tr key={_key} className="border-b border-sand-300">
                <th scope="row" className="py-2 pr-3 font-medium">
                  {rent} × {months}
                </th>
                {cells.map((cell, index) => (
                  <td key={head[index + 1]} className="py-2 pr-3">
                    {cell}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface CoverageCalculatorProps {
  content: CoverageContent;
  rules: CoverageRules;
}

/** Computes reference value and limit. The calculator's code loads when a field first gets the focus. */
function CoverageCalculator({ content, rules }: CoverageCalculatorProps) {
  const { calculator, limit } = content;
  const rentId = useId();
  const monthsId = useId();
  const helpId = useId();
  const [isUsed, setUsed] = useState(false);
  const [Result, setResult] = useState<ComponentType<CoverageResultProps>>();

  useEffect(() => {
    // A field that got the focus before hydration sends no focus event afterwards, so the focus is checked here.
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
          <p id={helpId} className="text-xs text-muted">
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
