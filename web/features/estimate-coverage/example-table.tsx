import { useId } from "react";
import type { CoverageContent } from "./read-coverage.ts";

/** Worked examples. */
export function ExampleTable({ content }: { content: CoverageContent }) {
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
