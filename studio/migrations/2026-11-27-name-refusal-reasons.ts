import { at, defineMigration, set, unset } from "sanity/migrate";
import { readSeedDocuments } from "../seed/seed-documents.ts";

const isReason = (value: unknown): value is { title: string; text: string } =>
  typeof value === "object" && value !== null && "title" in value && "text" in value;

const known: unknown = readSeedDocuments().find(({ _id }) => _id === "staffTexts")?.[
  "refusalReasons"
];
const initial = Array.isArray(known) ? known.filter(isReason) : [];

/** Matches the first sentence, or its first words if it has more than 60 characters. */
const beginning = /^[^.!?]{1,60}(?![^\s.!?])/;

/** Returns the title of the initial content, or else the beginning of the text. */
function titleOf(text: string): string {
  const titled = initial.find((reason) => reason.text === text);
  return titled?.title ?? (beginning.exec(text)?.[0] ?? text.slice(0, 60)).trim();
}

/** Gives each reason for a refusal a title, by which staff choose it. The sentences of editors stay. */
export default defineMigration({
  title: "Motivos de rejeição com título e frase",
  documentTypes: ["staffTexts"],
  migrate: {
    document({ rejectionReasons: former }) {
      if (former === undefined) return [];
      const texts: unknown[] = Array.isArray(former) ? former : [];
      const reasons = texts
        .filter((text) => typeof text === "string")
        .map((text, index) => ({
          _key: `former${index}`,
          _type: "refusalReason",
          title: titleOf(text),
          text,
        }));
      return [
        ...(reasons.length > 0 ? [at("refusalReasons", set(reasons))] : []),
        at("rejectionReasons", unset()),
      ];
    },
  },
});
