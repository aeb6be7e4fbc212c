import { diffWordsWithSpace } from "diff";

/**
 * Part of a clause. "kept" is in both versions, "added" only in the later version, "removed" only in the earlier
 * version.
 */
export interface Piece {
  kind: "kept" | "added" | "removed";
  text: string;
}

export interface ClauseChange {
  _key: string;
  /** Kind of change. "added" and "removed" concern the whole clause; "emphasis" is a change of the formatting only. */
  kind: "changed" | "added" | "removed" | "emphasis";
  heading: Piece[];
  paragraphs: Piece[][];
}

interface Block {
  _type: string;
  children?: { text?: string }[] | null;
}

interface Clause {
  _key: string;
  number: string | null;
  title: string;
  body: Block[];
}

/** Legal text as the content queries return it. */
export interface LegalText {
  title: string;
  intro: string | null;
  issuer: Block[];
  clauses: Clause[];
}

/**
 * Returns the changed clauses in the later version's order, then the removed clauses. Clauses with the same key are
 * compared. @param isSame returns true when two clauses have equal text and emphasis.
 */
export function compareTexts(
  before: LegalText,
  after: LegalText,
  isSame: (one: { clauses: Clause[] }, other: { clauses: Clause[] }) => boolean,
): ClauseChange[] {
  const changes = [openingOf(after), ...after.clauses].flatMap((clause) => {
    const former = [openingOf(before), ...before.clauses].find(({ _key }) => _key === clause._key);
    if (!former) return [{ ...compareClauses(undefined, clause), kind: "added" as const }];
    return isSame({ clauses: [former] }, { clauses: [clause] })
      ? []
      : [compareClauses(former, clause)];
  });
  const gone = before.clauses
    .filter(({ _key }) => !after.clauses.some((clause) => clause._key === _key))
    .map((clause) => ({ ...compareClauses(clause, undefined), kind: "removed" as const }));
  return [...changes, ...gone];
}

function openingOf({ title, intro, issuer }: LegalText): Clause {
  const words = { _type: "block", children: [{ text: intro ?? "" }] };
  return { _key: "abertura", number: null, title, body: intro ? [words, ...issuer] : issuer };
}

function compareClauses(before: Clause | undefined, after: Clause | undefined): ClauseChange {
  const heading = compareWords(headingOf(before), headingOf(after));
  const pieces = compareWords(wordsOf(before), wordsOf(after));
  const isEmphasis = [...heading, ...pieces].every(({ kind }) => kind === "kept");
  return {
    _key: (after ?? before)?._key ?? "",
    kind: isEmphasis ? "emphasis" : "changed",
    heading,
    paragraphs: inParagraphs(pieces),
  };
}

function headingOf(clause: Clause | undefined): string {
  return clause ? [clause.number, clause.title].filter(Boolean).join(" ") : "";
}

/** Returns the text of a clause, one line per paragraph. */
function wordsOf(clause: Clause | undefined): string {
  const blocks = clause?.body ?? [];
  return blocks
    .map(({ children }) => (children ?? []).map(({ text }) => text ?? "").join(""))
    .filter((text) => text !== "")
    .join("\n");
}

function compareWords(before: string, after: string): Piece[] {
  return diffWordsWithSpace(before, after).map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "kept",
    text: value,
  }));
}

function inParagraphs(pieces: readonly Piece[]): Piece[][] {
  const paragraphs: Piece[][] = [[]];
  for (const { kind, text } of pieces) {
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) paragraphs.push([]);
      if (line !== "") paragraphs.at(-1)?.push({ kind, text: line });
    }
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}
