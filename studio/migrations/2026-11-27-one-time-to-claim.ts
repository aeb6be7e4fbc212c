import { at, defineMigration, set, unset } from "sanity/migrate";
import { mailTextNames, unnamedVariables } from "#contracts/mail/mail-texts.ts";
import { getPublishedId } from "@sanity/client/csm";
import type { ContentPath } from "../seed/missing-content.ts";
import { readSeedDocuments } from "../seed/seed-documents.ts";

const seed = new Map(
  readSeedDocuments().map((document) => [getPublishedId(document._id), document]),
);
/** Variables that texts no longer have: a single day of the tenant, and the former number of days to claim. */
const former = /\{\{(?:hearUntil|proofDays|appealUntil)\}\}/;

const textsOf = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
};
const states = (value: unknown) => textsOf(value).some((text) => former.test(text));
const fieldsOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

const isKeyed = (item: unknown): item is { _key: string } =>
  typeof item === "object" && item !== null && "_key" in item && typeof item._key === "string";
const isBlock = (item: unknown) =>
  fieldsOf(item).some(([name, type]) => name === "_type" && type === "block");

/** Fields that the studio no longer has. */
const formerFields: Partial<Record<string, string[][]>> = {
  letterTexts: [["decisionAppeal"]],
  contractPage: [
    ["inspections", "keysText"],
    ["inspections", "endText"],
    ["landlordAddress", "confirmedLabel"],
    ["landlordAddress", "knownText"],
    ["claim", "stages", "appealed"],
  ],
  landlordAreaPage: [
    ["claim", "stages", "appealed"],
    ["claimSheet", "appeal"],
    ["claimSheet", "labels", "hearUntil"],
    ["claimSheet", "protocolLabel"],
    ["claimSheet", "queue", "sentLabel"],
  ],
};
const has = (value: unknown, [name, ...rest]: readonly string[]): boolean => {
  const field = fieldsOf(value).find(([key]) => key === name);
  return field !== undefined && (rest.length === 0 || has(field[1], rest));
};

/** Lists the texts of a document. A formatted text and a list of plain texts are one part each. */
function partsOf(value: unknown, path: ContentPath): { path: ContentPath; value: unknown }[] {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return items.every(isKeyed) && !items.some(isBlock)
      ? items.flatMap((item) => partsOf(item, [...path, { _key: item._key }]))
      : [{ path, value }];
  }
  if (typeof value !== "object" || value === null) return [{ path, value }];
  return fieldsOf(value)
    .filter(([name]) => !name.startsWith("_"))
    .flatMap(([name, child]) => partsOf(child, [...path, name]));
}

/** Returns the seed's value at a path, if the value does not state the former rule itself. */
function renewed(known: unknown, path: ContentPath): unknown {
  const value = path.reduce<unknown>((parent, step) => {
    if (typeof step === "object" && "_key" in step) {
      const items: unknown[] = Array.isArray(parent) ? parent : [];
      return items.find((item) => isKeyed(item) && item._key === step._key);
    }
    return fieldsOf(parent).find(([name]) => name === step)?.[1];
  }, known);
  return states(value) ? undefined : value;
}

/**
 * Replaces texts that state the former time to claim by those of the initial content, which state it by `{{claimTime}}`.
 * The terms get a new version by the migration of missing versions.
 */
export default defineMigration({
  title: "Um só prazo para acionar a garantia, nos termos e em todos os textos",
  documentTypes: [...new Set([...seed.values()].map(({ _type }) => _type))].filter(
    (type) => type !== "businessRules",
  ),
  migrate: {
    document(document) {
      const known = seed.get(getPublishedId(document._id));
      if (known?._type !== document._type) return [];
      const changes = partsOf(document, [])
        .filter(({ value }) => states(value))
        .flatMap(({ path, value }) => {
          const instead = renewed(known, path);
          return instead === undefined || instead === value ? [] : [at(path, set(instead))];
        });
      // A mail that lacks a sentence which its reader needs gets the initial texts.
      const mails =
        document._type === "mailTexts"
          ? mailTextNames.filter((name) => {
              const words = textsOf(fieldsOf(document).find(([key]) => key === name)?.[1]);
              return words.length > 0 && unnamedVariables(name, words).length > 0;
            })
          : [];
      const texts = mails.flatMap((name) => {
        const instead = renewed(known, [name]);
        return instead === undefined ? [] : [at(name, set(instead))];
      });
      const gone = (formerFields[document._type] ?? []).filter((path) => has(document, path));
      return [...changes, ...texts, ...gone.map((path) => at(path, unset()))];
    },
  },
});
