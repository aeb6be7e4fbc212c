import { PageHead } from "../../content/page-head.tsx";
import { RichText } from "../../content/rich-text.tsx";
import type { TermsQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data/page-trail.tsx";
import { formatLongDate } from "../../formats/date.ts";
import type { PageProps } from "../define-page.ts";

/** The terms, at 12 points or more, with the clauses that limit rights set apart (CDC art. 54). */
export function TermsPage({ content, path }: PageProps<TermsQueryResult>) {
  const { title, intro, issuer, clauses } = content;
  return (
    <>
      <PageHead seo={content.seo} path={path} title={title} />
      <PageTrail name={title} path={path} />
      <article className="below-header mx-auto max-w-[54rem] page-width pb-section">
        <h1 className="text-title">{title}</h1>
        <p className="text-soft mt-4 text-sm">
          {content.versionLabel} {content.version} · {content.inForceLabel}{" "}
          <time dateTime={content.inForceSince}>{formatLongDate(content.inForceSince)}</time>
        </p>
        {intro && <p className="mt-6 text-lead">{intro}</p>}
        <RichText value={issuer} className="mt-10 rounded-lg bg-sand-100 p-6 sm:p-8" />
        {clauses.map((clause) => (
          <section
            key={clause._key}
            id={clause.anchor}
            className={clause.limitsRights ? "limiting-clause" : "mt-10"}
          >
            <h2 className="text-card">
              {clause.number ? `${clause.number} ` : ""}
              {clause.title}
            </h2>
            {clause.limitsRights && (
              <p className="mt-2 text-sm font-bold text-amber-800">{content.limitsRightsNote}</p>
            )}
            <RichText value={clause.body} className="mt-3" />
          </section>
        ))}
      </article>
    </>
  );
}
