import type { ClientPerspective, SanityClient } from "@sanity/client";
import type { FilterDefault } from "@sanity/client/stega";
import type { ContentSource } from "../../content/source/content-source.ts";
import { businessRulesQuery, pathsQuery } from "../../content/queries/shared-queries.ts";

const FETCH_TIMEOUT_MS = 4_000;
/** What they give is compared, or put into the middle of other texts. */
const unmarkedQueries: readonly string[] = [businessRulesQuery, pathsQuery];

const namedPerspectives = ["published", "drafts"] as const satisfies ClientPerspective[];

/**
 * Reads what editors see, asking anew each time; texts carry where they come from.
 * @param perspective names of perspectives in falling rank, with commas.
 * @throws Error when the content API fails.
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

/** Fields that are no text on the page: code compares them, or they become attributes and addresses. */
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
/** What only search engines and messengers are told. */
const UNSEEN = new Set(["seo", "defaultSeo", "metadata"]);

/**
 * Whether a text carries, in characters that nobody sees, from where it comes. Sanity's own choice
 * does not fit: it marks addresses and versions, and leaves out fields with "type" in their name.
 */
export const isMarked: FilterDefault = ({ sourcePath, value }) => {
  const names = sourcePath.filter((segment) => typeof segment === "string");
  const field = names.at(-1) ?? "";
  if (UNMARKED.has(field) || names.some((name) => name.startsWith("_") || UNSEEN.has(name))) {
    return false;
  }
  return value.trim() !== "" && !URL.canParse(value) && !value.startsWith("/");
};
