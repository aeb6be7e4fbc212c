import { fillVariablesIn } from "#contracts/fields/variables.ts";
import { legalTextOf, sameLegalText } from "#contracts/legal-text.ts";
import { type LegalVersion, legalDocuments } from "./legal-documents.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Situation {
  subject: LegalVersion["subject"];
  /** The published document, or the draft that is about to be published. */
  document: Fields;
  /** Values that replace `{{name}}` placeholders in the text, by name. */
  values: Fields;
  /** Newest stored version of the text; undefined when no version is stored. */
  newest?: (Pick<LegalVersion, "number" | "version"> & Fields) | undefined;
  /** Name and first day of the first version, when the text existed before versions were stored. */
  first?: Pick<LegalVersion, "version" | "inForceSince">;
}

/** Returns the next version with all values inserted; undefined when the text equals the newest version. */
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

/** Returns the next version name, in which the last number is one higher: 1 becomes 2, and 1.1 becomes 1.2. */
function following(version: string): string {
  return version.replace(/\d+$/, (last) => String(Number(last) + 1));
}

/** Makes the references weak, because a stored version must not prevent the deletion of documents that it names. */
function withWeakReferences(text: Fields): Fields {
  const weak: Fields = JSON.parse(JSON.stringify(text), (name, value: unknown) =>
    typeof value === "object" && value !== null && "_ref" in value && name !== "asset"
      ? { ...value, _weak: true }
      : value,
  );
  return weak;
}
