import type { Piece } from "./compare-texts.ts";
import type { LegalContent } from "./load-legal.ts";

interface TextChangesProps {
  changes: NonNullable<LegalContent["changes"]>;
  labels: LegalContent["labels"]["history"];
}

type Labels = TextChangesProps["labels"];

/** What changed between two versions, clause by clause, marked for eyes, paper and screen readers. */
export function TextChanges({ changes: { title, clauses }, labels }: TextChangesProps) {
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

/** Few screen readers tell that a text is marked: what came and what went is said in words, too. */
function Marked({ pieces, labels }: { pieces: readonly Piece[]; labels: Labels }) {
  return pieces.map(({ kind, text }, index) => {
    const key = `${index}-${kind}`;
    if (kind === "kept") return <span key={key}>{text}</span>;
    const isAdded = kind === "added";
    const Mark = isAdded ? "ins" : "del";
    return (
      <Mark key={key} className={isAdded ? "text-added" : "text-removed"}>
        <span className="sr-only">{isAdded ? labels.addedLabel : labels.removedLabel} </span>
        {text}
      </Mark>
    );
  });
}
