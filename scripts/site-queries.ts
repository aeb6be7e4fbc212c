import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ContentDocument } from "../studio/seed/placeholders.ts";

const queryFiles = ["web/content/queries/*-query.ts", "web/pages/*/*-query.ts"];
const root = new URL("../", import.meta.url);

export interface SiteQuery {
  query: string;
  params: Record<string, string>;
}

/** Every query, those with parameters once for each document of the seed that they can ask for. */
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

/** The address that a slug holds, as a list of one; of anything else, nothing. */
export function currentOf(slug: unknown): string[] {
  if (typeof slug !== "object" || slug === null || !("current" in slug)) return [];
  return typeof slug.current === "string" ? [slug.current] : [];
}
