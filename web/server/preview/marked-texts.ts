import type { FilterDefault } from "@sanity/client/stega";

/** Fields that are no text on the page: code compares them, or they become attributes and addresses. */
const UNMARKED = new Set([
  "anchor",
  "brandName",
  "choosePlaceholder",
  "closeMenuLabel",
  "current",
  "email",
  "from",
  "href",
  "icon",
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
  "inForceSince",
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
