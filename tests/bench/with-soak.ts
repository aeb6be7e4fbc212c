const HEADING = "\n## Soak\n";

/**
 * A report with what a soak gave in the end; without `soak`, with what `former`, the report until
 * now, has of one: it takes half an hour, and so is measured by itself.
 */
export function withSoak(report: string, former: string, soak?: string): string {
  const [others = ""] = report.split(HEADING);
  const told = soak ?? former.split(HEADING)[1];
  return told === undefined ? report : `${others.trimEnd()}\n${HEADING}\n${told.trim()}\n`;
}
