const HEADING = "\n## Soak\n";

/**
 * Returns the report followed by the section about a soak test. When `soak` is missing, the section is copied from the
 * `former` report, because a soak test takes half an hour and is run separately.
 */
export function withSoak(report: string, former: string, soak?: string): string {
  const [others = ""] = report.split(HEADING);
  const section = soak ?? former.split(HEADING)[1];
  return section === undefined ? report : `${others.trimEnd()}\n${HEADING}\n${section.trim()}\n`;
}
