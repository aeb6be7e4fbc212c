import { at, defineMigration, patch, set } from "sanity/migrate";
import { textValues } from "#contracts/fields/variables.ts";
import type { ContentPath } from "../seed/missing-content.ts";
import { readSeedDocuments } from "../seed/seed-documents.ts";

/** Types of the documents that define the facts. The migration does not change these documents. */
const keptTypes = ["siteSettings", "businessRules", "redirect"];
const noText = /^(?:_|href$|url$|path$|slug$|markDefs$|asset$|icon$)/;

/** Matches a period of 7 days. The words around a match show whether the match is the withdrawal period. */
const withdrawal = /\b7 dias/g;
const ofWithdrawal = /desist|arrependimento/i;

/** Replaces company facts in texts by variables with the same value, so readers see the same text. */
export default defineMigration({
  title: "Fatos da empresa e prazo de arrependimento, escritos uma vez só",
  documentTypes: [...new Set(readSeedDocuments().map(({ _type }) => _type))].filter(
    (type) => !keptTypes.includes(type),
  ),
  async *migrate(documents, { filtered }) {
    const values = textValues({}, await filtered.getDocument("siteSettings"));
    const facts = Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" && value.length > 5 ? [{ name, value }] : [],
    );
    // Longer facts are replaced first, because they may contain shorter facts.
    facts.sort((one, other) => other.value.length - one.value.length);
    for await (const document of documents()) {
      const changes = stringsOf(document, []).flatMap(({ path, text }) => {
        const named = facts.reduce(
          (left, { name, value }) => left.replaceAll(value, `{{${name}}}`),
          ofWithdrawal.test(text) ? text.replace(withdrawal, "{{withdrawalDays}} dias") : text,
        );
        return named === text ? [] : [at(path, set(named))];
      });
      if (changes.length > 0) yield patch(document._id, changes);
    }
  },
});

function stringsOf(value: unknown, path: ContentPath): { path: ContentPath; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (Array.isArray(value)) {
    // Items of a list of plain strings have no keys, so the whole list is replaced.
    return value.flatMap((item: unknown) =>
      typeof item === "object" && item !== null && "_key" in item && typeof item._key === "string"
        ? stringsOf(item, [...path, { _key: item._key }])
        : [],
    );
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    noText.test(name) ? [] : stringsOf(child, [...path, name]),
  );
}
