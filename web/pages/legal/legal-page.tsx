import { PageHead } from "../../content/head.tsx";
import { RichText } from "../../content/rich-text.tsx";
import { PageTrail } from "../../content/structured-data.tsx";
import { formatLongDate } from "../../formats/dates.ts";
import { SiteLink } from "../../ui/layout/links.tsx";
import type { Piece } from "./compare-texts.ts";
import type { LegalContent } from "./load-legal.ts";

/** Shows a legal text in 12 points or more. Clauses that limit rights are highlighted (CDC art. 54). */
export function LegalPage({ content }: { content: LegalContent }) {
  const { path, text, labels, versions, shown, changes } = content;
  const { history, versionLabel } = labels;
  const { title, intro } = text;
  const isOlder = shown?.path !== versions[0]?.path;
  const name = isOlder ? `${title}, ${versionLabel.toLowerCase()} ${shown?.version}` : title;
  return (
    <>
      <PageHead seo={isOlder ? null : content.seo} path={path} title={name} />
      <PageTrail name={title} path={path} />
      <article className="below-header print:p-0 mx-auto max-w-[54rem] page-width pb-section">
        <h1 className="text-title">{title}</h1>
        {shown && (
          <p className="text-soft mt-4 text-sm">
            {versionLabel} {shown.version} · {labels.inForceLabel} <Day of={shown.since} />
          </p>
        )}
        {isOlder && (
          <p className="mt-6 rounded-lg bg-amber-100 p-5 font-bold">
            {history.olderNote}{" "}
            <SiteLink href={path} className="text-petrol-700 underline">
              {history.currentLink}
            </SiteLink>
          </p>
        )}
        {intro && <p className="mt-6 text-lead">{intro}</p>}
        <RichText value={text.issuer} className="mt-10 rounded-lg bg-sand-100 p-6 sm:p-8" />
        {text.clauses.map((clause) => (
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
              <p className="mt-2 text-sm font-bold text-amber-800">{labels.limitsRightsNote}</p>
            )}
            <RichText value={clause.body} className="mt-3" />
          </section>
        ))}
        {changes && <TextChanges changes={changes} labels={history} />}
        {versions.length > 0 && (
          <section className="mt-section" id="versoes">
            <h2 className="text-card">{history.title}</h2>
            <ul className="mt-3">
              {versions.map((version, index) => (
                <li key={version.path} className="py-1">
                  <SiteLink href={version.path} className="text-petrol-700 underline">
                    {versionLabel} {version.version}
                  </SiteLink>
                  , <InForce version={version} next={versions[index - 1]} labels={labels} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </article>
    </>
  );
}

interface InForceProps {
  version: LegalContent["versions"][number];
  /** Version that replaced the shown version; undefined for the version in force. */
  next: LegalContent["versions"][number] | undefined;
  labels: LegalContent["labels"];
}

/** Shows the day since which a version has been in force, or the first and the last day of a replaced version. */
function InForce({ version, next, labels }: InForceProps) {
  if (!next) {
    return (
      <>
        {labels.inForceLabel.toLowerCase()} <Day of={version.since} />
      </>
    );
  }
  return (
    <>
      <Day of={version.since} /> – <Day of={next.since} />
    </>
  );
}

function Day({ of }: { of: string }) {
  return <time dateTime={of}>{formatLongDate(of)}</time>;
}

interface TextChangesProps {
  changes: NonNullable<LegalContent["changes"]>;
  labels: LegalContent["labels"]["history"];
}

type Labels = TextChangesProps["labels"];

/** Shows the changes of a text. Additions and removals can also be told apart on paper and in screen readers. */
function TextChanges({ changes: { title, clauses }, labels }: TextChangesProps) {
  const notes = {
    changed: "",
    added: labels.addedClause,
    removed: labels.removedClause,
    emphasis: labels.emphasisOnly,
  };
  return (
    <section className="mt-section border-t border-sand-300 pt-10" id="mudancas">
      <h2 className="text-card">{title}</h2>
      <p className="mt-3">{labels.changesIntro}</p>
      {clauses.map(({ _key, kind, heading, paragraphs }) => (
        <section key={_key} className="mt-8">
          <h3 className="font-bold">
            <Marked pieces={heading} labels={labels} />
          </h3>
          {notes[kind] && <p className="mt-1 text-sm font-bold">{notes[kind]}</p>}
          {kind !== "emphasis" &&
            paragraphs.map((pieces, index) => (
              <p key={`${_key}-${index}`} className="mt-3">
                <Marked pieces={pieces} labels={labels} />
              </p>
            ))}
        </section>
      ))}
    </section>
  );
}

/** Most screen readers do not announce marked text, so words also name the additions and removals. */
function Marked({ pieces, labels }: { pieces: readonly Piece[]; labels: Labels }) {
  return pieces.map(({ kind, text }, index) => {
    const key = `${index}-${kind}`;
    if (kind === "kept") return <span key={key}>{text}</span>;
    const isAdded = kind === "added";
    const Mark = isAdded ? "ins" : "del";
    return (
      <Mark key={key} className={isAdded ? "bg-petrol-100" : "bg-amber-100"}>
        <span className="sr-only">{isAdded ? labels.addedLabel : labels.removedLabel} </span>
        {text}
      </Mark>
    );
  });
}
