import { isDeepStrictEqual } from "node:util";
import { getPublishedId } from "@sanity/client/csm";
import { at, defineMigration, set, setIfMissing, unset } from "sanity/migrate";
import { formerDetails, formerHighlight, landlordTexts } from "../seed/former-coverage.ts";

/** Topic of each clause in the first terms, by key. Editors may have renumbered clauses, but keys do not change. */
const topicsByClause = { limite: "limit", cobertos: "covered", excluidos: "excluded", taxa: "fee" };

type Part = string | { _key: string };

/**
 * Prepares older content for the coverage document, which three pages now show. The terms' clauses get topics, and
 * /payser-fianca shows the coverage. Initial texts that do not name unpaid rent as excluded are removed or replaced,
 * but texts that editors have changed stay.
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

function plainText(block: unknown): string {
  const children = valueAt(block, ["children"]);
  if (!Array.isArray(children)) return "";
  return children.map((span: unknown) => valueAt(span, ["text"])).join("");
}
