import type { ClientPerspective, SanityClient } from "@sanity/client";
import type { FilterDefault } from "@sanity/client/stega";
import type { ContentSource } from "../../content/source/content-source.ts";
import { businessRulesQuery, pathsQuery } from "../../content/queries/shared-queries.ts";

const FETCH_TIMEOUT_MS = 4_000;
/** Queries whose texts get no invisible edit markers, because code compares or combines the texts. */
const unmarkedQueries: readonly string[] = [businessRulesQuery, pathsQuery];

const namedPerspectives = ["published", "drafts"] as const satisfies ClientPerspective[];

/**
 * Creates an uncached source for editors. Invisible characters in each text tell the overlay which field the text is
 * from. @param perspective perspectives, highest priority first. @throws Error when the content API fails.
 */
export function createPreviewSource(client: SanityClient, perspective: string): ContentSource {
  const stack = perspective.split(",");
  const single = namedPerspectives.find((name) => name === perspective);
  return {
    async read(query, params = {}) {
      const { result } = await client.fetch(query, params, {
        perspective: single ?? stack,
        filterResponse: false,
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
        ...(unmarkedQueries.includes(query) && { stega: false, resultSourceMap: false }),
      });
      return { result, tags: [], fresh: true };
    },
    invalidate: () => {},
    snapshot: () => ({}),
    status: () => null,
    recheck: () => Promise.resolve(),
  };
}

/** Fields without invisible edit markers. Code compares their values or uses the values in attributes and URLs. */
const UNMARKED = new Set([
  "anchor",
  "brandName",
  "choosePlaceholder",
  "closeMenuLabel",
  "color",
  "current",
  "email",
  "from",
  "href",
  "icon",
  "inForceSince",
  "language",
  "layout",
  "lqip",
  "mainMenuLabel",
  "network",
  "nextLabel",
  "openMenuLabel",
  "orderRank",
  "path",
  "phone",
  "placeholder",
  "playLabel",
  "previousLabel",
  "style",
  "to",
  "topic",
  "url",
  "version",
  "whatsapp",
  "whatsappMessage",
]);
/** The preview puts no invisible edit markers into these fields: only search engines and messengers read them. */
const UNSEEN = new Set(["seo", "defaultSeo", "metadata"]);

/** Returns true for a text that gets edit markers. Sanity's default marks URLs, too, and skips names with "type". */
export const isMarked: FilterDefault = ({ sourcePath, value }) => {
  const names = sourcePath.filter((segment) => typeof segment === "string");
  const field = names.at(-1) ?? "";
  if (UNMARKED.has(field) || names.some((name) => name.startsWith("_") || UNSEEN.has(name))) {
    return false;
  }
  return value.trim() !== "" && !URL.canParse(value) && !value.startsWith("/");
};
