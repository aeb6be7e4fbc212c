import { isDeepStrictEqual } from "node:util";
import { getPublishedId } from "@sanity/client/csm";
import { at, defineMigration, set, setIfMissing, unset } from "sanity/migrate";
import { formerDetails, formerHighlight, landlordTexts } from "../seed/former-coverage.ts";

/** Which clauses of the first terms rule what; editors may have renumbered them, not rekeyed. */
const topicsByClause = { limite: "limit", cobertos: "covered", excluidos: "excluded", taxa: "fee" };

type Part = string | { _key: string };

/**
 * Prepares former content for the coverage, which three pages now share: the clauses get their
 * topics, /payser-fianca shows it, and what told of the coverage without naming unpaid rent goes,
 * as far as it is the initial content's. What editors wrote themselves stays.
 */
export default defineMigration({
  title: "A cobertura em um só lugar, com o que fica de fora",
  documentTypes: ["termsPage", "product", "howItWorksPage", "landlordsPage"],
  migrate: {
    document(document) {
      switch (getPublishedId(document._id)) {
        case "termsPage":
          return Object.entries(topicsByClause).flatMap(([_key, topic]) => {
            const clause = valueAt(document, ["clauses", { _key }]);
            if (clause === undefined || valueAt(clause, ["topic"]) !== undefined) return [];
            return at(["clauses", { _key }, "topic"], setIfMissing(topic));
          });
        case "product-payser-fianca":
          return [
            ...(valueAt(document, ["showsCoverage"]) === undefined
              ? [at("showsCoverage", setIfMissing(true))]
              : []),
            ...(isDeepStrictEqual(valueAt(document, ["highlight"]), formerHighlight)
              ? [at("highlight", unset())]
              : []),
          ];
        case "howItWorksPage": {
          const isFormer = formerDetails.every(
            ({ key, text }) => plainText(valueAt(document, ["details", { _key: key }])) === text,
          );
          if (!isFormer) return [];
          return formerDetails.map(({ key }) => at(["details", { _key: key }], unset()));
        }
        case "landlordsPage":
          return landlordTexts
            .filter(({ path, former }) => valueAt(document, path) === former)
            .map(({ path, text }) => at(path, set(text)));
        default:
          return [];
      }
    },
  },
});

function valueAt(value: unknown, path: readonly Part[]): unknown {
  return path.reduce<unknown>((from, part) => {
    if (typeof from !== "object" || from === null) return undefined;
    if (typeof part === "string") return new Map(Object.entries(from)).get(part);
    return Array.isArray(from)
      ? from.find((item: unknown) => valueAt(item, ["_key"]) === part._key)
      : undefined;
  }, value);
}

/** The words of a paragraph, whatever their marks. */
function plainText(block: unknown): string {
  const children = valueAt(block, ["children"]);
  if (!Array.isArray(children)) return "";
  return children.map((span: unknown) => valueAt(span, ["text"])).join("");
}
