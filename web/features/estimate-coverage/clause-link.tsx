import { paths } from "../../config/paths.ts";
import { SiteLink } from "../../ui/layout/links.tsx";
import type { CoverageContent } from "./read-coverage.ts";

interface ClauseLinkProps {
  content: CoverageContent;
  topic: NonNullable<CoverageContent["clauses"][number]["topic"]>;
}

/** Leads to the clause that rules the topic; nothing when the terms have none. */
export function ClauseLink({ content: { clauses, clauseLabel }, topic }: ClauseLinkProps) {
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
