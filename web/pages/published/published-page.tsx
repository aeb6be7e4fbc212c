import { lazy } from "react";
import type {
  FreePageQueryResult,
  HomeQueryResult,
  NotFoundQueryResult,
} from "../../content/sanity.types.ts";
import type { LegalContent } from "../legal/load-legal.ts";
import { type ProductContent, ProductPage } from "./product-page.tsx";

export type PublishedContent =
  | { kind: "product"; content: ProductContent }
  | { kind: "page"; content: NonNullable<FreePageQueryResult> }
  | { kind: "legal"; content: LegalContent }
  | { kind: "notFound"; content: NonNullable<NotFoundQueryResult> };

export type HomeAliasContent =
  | PublishedContent
  | { kind: "home"; content: NonNullable<HomeQueryResult> };

// Most published pages are products, so the code of all other kinds is loaded separately.
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

/** Shows the published document at a path, else the home page for paths in `homeAliases`, else the 404 page. */
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
