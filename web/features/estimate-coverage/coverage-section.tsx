import type { ReactNode } from "react";
import { SectionHeading } from "../../ui/section/sections.tsx";
import { ClauseLink } from "./clause-link.tsx";
import { CoverageCalculator } from "./coverage-calculator.tsx";
import type { CoverageContent } from "./read-coverage.ts";
import { ExampleTable } from "./example-table.tsx";

interface CoverageSectionProps {
  content: CoverageContent;
  /** Who reads it: the opening is theirs, the rest is the same for all. */
  reader: "tenants" | "landlords";
}

/**
 * How much the guarantee covers. What it does not cover comes first and in bold, as in the terms:
 * who reads no further has read that (CDC art. 54, domain decision 20).
 */
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
