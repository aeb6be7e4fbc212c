import { fillVariablesIn } from "../../supabase/functions/_shared/contracts/fields/variables.ts";
import {
  legalTextOf,
  sameLegalText,
} from "../../supabase/functions/_shared/contracts/legal-text.ts";
import { type LegalVersion, legalDocuments } from "./legal-documents.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Situation {
  subject: LegalVersion["subject"];
  /** The document as it is published, or about to be. */
  document: Fields;
  /** What the variables of its text stand for. */
  values: Fields;
  /** The newest version that is kept. */
  newest?: (Pick<LegalVersion, "number" | "version"> & Fields) | undefined;
  /** What the first version is called, when the text is older than this history. */
  first?: Pick<LegalVersion, "version" | "inForceSince">;
}

/**
 * The version that a text makes, with all values written out; undefined when it says what the newest
 * one says. When it was made, the content API notes.
 */
export function nextVersion(situation: Situation): LegalVersion | undefined {
  const { subject, document, values, newest, first = { version: "1" } } = situation;
  const text = withWeakReferences(fillVariablesIn(legalTextOf(document), values));
  if (newest && sameLegalText(newest, text)) return undefined;
  const number = (newest?.number ?? 0) + 1;
  const named = newest ? { version: following(newest.version) } : first;
  const site = legalDocuments.find(({ type }) => type === subject);
  return {
    ...text,
    _id: `legalVersion-${subject}-${number}`,
    _type: "legalVersion",
    subject,
    number,
    ...named,
    path: `${site?.path}/versoes/${named.version}`,
  };
}

/** 1 is followed by 2, 1.1 by 1.2: a name is never used twice. */
function following(version: string): string {
  return version.replace(/\d+$/, (last) => String(Number(last) + 1));
}

/** What is kept for good must not keep others from being deleted. */
function withWeakReferences(text: Fields): Fields {
  const weak: Fields = JSON.parse(JSON.stringify(text), (name, value: unknown) =>
    typeof value === "object" && value !== null && "_ref" in value && name !== "asset"
      ? { ...value, _weak: true }
      : value,
  );
  return weak;
}
