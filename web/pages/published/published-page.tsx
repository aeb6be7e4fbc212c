import { lazy } from "react";
import type {
  FreePageQueryResult,
  HomeQueryResult,
  NotFoundQueryResult,
} from "../../content/sanity.types.ts";
import type { LegalContent } from "../legal/load-legal.ts";
import { type ProductContent, ProductPage } from "./product-page.tsx";

/** A path without code of its own shows whatever is published for it. */
export type PublishedContent =
  | { kind: "product"; content: ProductContent }
  | { kind: "page"; content: NonNullable<FreePageQueryResult> }
  | { kind: "legal"; content: LegalContent }
  | { kind: "notFound"; content: NonNullable<NotFoundQueryResult> };

export type HomeAliasContent =
  | PublishedContent
  | { kind: "home"; content: NonNullable<HomeQueryResult> };

// Products, which are most, load nothing of the other pages.
const FreePage = lazy(async () => ({
  default: (await import("./free-page.tsx")).FreePage,
}));
const LegalPage = lazy(async () => ({
  default: (await import("../legal/legal-page.tsx")).LegalPage,
}));
const HomePage = lazy(async () => ({
  default: (await import("../home/home-page.tsx")).HomePage,
}));
const NotFoundPage = lazy(async () => ({
  default: (await import("./not-found-page.tsx")).NotFoundPage,
}));

/**
 * Shows what an editor published for a path that no code owns: product, page or 404; and the home
 * page at its other addresses, until something is published there.
 */
export function PublishedPage({ content }: { content: HomeAliasContent }) {
  switch (content.kind) {
    case "product":
      return <ProductPage content={content.content} />;
    case "page":
      return <FreePage content={content.content} />;
    case "legal":
      return <LegalPage content={content.content} />;
    case "home":
      return <HomePage content={content.content} />;
    case "notFound":
      return <NotFoundPage content={content.content} />;
  }
}
