import type { FreePageQueryResult, NotFoundQueryResult } from "../../content/sanity.types.ts";
import { readCoverage } from "../../features/estimate-coverage/read-coverage.ts";
import { paths } from "../../config/paths.ts";
import type { PageRequest } from "../define-page.ts";
import { freePageQuery } from "../free/free-page-query.ts";
import { type LegalContent, loadPrivacy, loadVersion } from "../legal/load-legal.ts";
import type { ProductContent } from "../product/product-page.tsx";
import { productQuery } from "../product/product-query.ts";

/** A path without code of its own shows whatever is published for it. */
export type PublishedContent =
  | { kind: "product"; content: ProductContent }
  | { kind: "page"; content: NonNullable<FreePageQueryResult> }
  | { kind: "legal"; content: LegalContent }
  | { kind: "notFound"; content: NonNullable<NotFoundQueryResult> };

/** What an editor published for the path, if anything (domain decisions 5 to 7), or a legal text's version. */
export async function loadPublished({
  path,
  read,
  published,
}: PageRequest): Promise<PublishedContent | undefined> {
  if (path === paths.privacy && published.hasPrivacyPolicy) {
    return { kind: "legal", content: await loadPrivacy(read) };
  }
  if (published.versions.has(path)) {
    return { kind: "legal", content: await loadVersion(read, path) };
  }
  if (published.pages.has(path)) {
    return { kind: "page", content: await read(freePageQuery, { path }) };
  }
  if (published.products.has(path)) {
    const product = await read(productQuery, { slug: path.slice(1) });
    const coverage = product.showsCoverage ? await readCoverage(read) : null;
    return { kind: "product", content: { ...product, coverage } };
  }
  return undefined;
}
