import { evaluate, parse } from "groq-js";
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ContentDocument, placeholders } from "../../studio/seed/placeholders.ts";
import { requiredContent } from "../../studio/seed/required-content.ts";
import { readSeedDocuments } from "../../studio/seed/seed-documents.ts";
import {
  NOT_OFFERED,
  type SeedResult,
  type SeedResults,
} from "../../web/content/source/fill-from-seed.ts";

/**
 * Runs each query of the site on the seed documents. In these documents, `NOT_OFFERED` replaces each text that contains
 * an invented value. The site shows the results in place of fields that the published content lacks.
 */
export async function makeSeedResults(): Promise<SeedResults> {
  const documents = withoutPlaceholders(readSeedDocuments());
  const required = documents.map((document) => requiredContent(document));
  const inGroups = documents.map((document) => requiredContent(document, "groups"));
  const full = documents.map((document) => requiredContent(document, "texts"));
  const results: Record<string, SeedResult> = {};
  for (const seedQuery of await listSiteQueries(documents)) {
    const { query, params } = seedQuery;
    const result = await run(query, params, required);
    if (result === null) continue;
    results[JSON.stringify([query, params])] = {
      required: result,
      inGroups: await run(query, params, inGroups),
      full: await run(query, params, full),
      documents: await placesOfDocuments(seedQuery, required, result),
    };
  }
  return results;
}

/**
 * Returns, for each field of a query's result, the id of the document without which the field would be null. The key ""
 * stands for the whole result.
 */
async function placesOfDocuments(
  { query, params }: SiteQuery,
  documents: readonly ContentDocument[],
  whole: unknown,
): Promise<Record<string, string>> {
  const places: Record<string, string> = {};
  for (const { _id, ...fields } of documents) {
    const asked = Object.values(params);
    const isAsked = asked.some((value) =>
      [fields["path"], ...currentOf(fields["slug"])].includes(value),
    );
    if (!isAsked && !query.includes(`_id == "${_id}"`)) continue;
    const left = await run(
      query,
      params,
      documents.filter((other) => other._id !== _id),
    );
    if (left === null) places[""] = _id;
    const stillThere = new Map(Object.entries(left ?? {}));
    for (const [name, value] of Object.entries(left === null ? {} : (whole ?? {}))) {
      if (value !== null && stillThere.get(name) === null) places[name] = _id;
    }
  }
  return places;
}

async function run(
  query: string,
  params: Record<string, string>,
  dataset: readonly ContentDocument[],
): Promise<unknown> {
  const value = await evaluate(parse(query, { params }), { dataset, params });
  return value.get();
}

function withoutPlaceholders(documents: readonly ContentDocument[]): ContentDocument[] {
  return JSON.parse(JSON.stringify(documents), (_name, value: unknown) =>
    typeof value === "string" && placeholders.some((known) => value.includes(known.value))
      ? NOT_OFFERED
      : value,
  );
}

const queryFiles = [
  "web/content/queries/shared-queries.ts",
  "web/pages/*/{*-route,*-routes,load-*}.ts",
];
const root = new URL("../../", import.meta.url);

interface SiteQuery {
  query: string;
  params: Record<string, string>;
}

/** Lists every query of the site. A query with parameters is listed once for each slug or path in the seed. */
export async function listSiteQueries(documents: readonly ContentDocument[]): Promise<SiteQuery[]> {
  const files = globSync(queryFiles, { cwd: fileURLToPath(root) }).toSorted();
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, unknown>> => import(new URL(file, root).href)),
  );
  const queries = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => typeof value === "string");
  const slugs = documents.flatMap(({ slug }) => currentOf(slug));
  const paths = documents.flatMap(({ path }) => (typeof path === "string" ? [path] : []));
  return queries.flatMap((query): SiteQuery[] => {
    if (query.includes("$slug")) return slugs.map((slug) => ({ query, params: { slug } }));
    if (query.includes("$path")) return paths.map((path) => ({ query, params: { path } }));
    return [{ query, params: {} }];
  });
}

/** Returns a list that contains the text of a Sanity slug. The list is empty for any other value. */
function currentOf(slug: unknown): string[] {
  if (typeof slug !== "object" || slug === null || !("current" in slug)) return [];
  return typeof slug.current === "string" ? [slug.current] : [];
}
