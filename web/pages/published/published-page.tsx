import { lazy } from "react";
import type { HomeAliasContent } from "../home-alias/home-alias-route.ts";
import { NotFoundPage } from "../not-found/not-found-page.tsx";
import { ProductPage } from "../product/product-page.tsx";

// Products, which are most, do not load what pages of blocks and the home page are made of.
const FreePage = lazy(async () => ({
  default: (await import("../free/free-page.tsx")).FreePage,
}));
const HomePage = lazy(async () => ({
  default: (await import("../home/home-page.tsx")).HomePage,
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
    case "home":
      return <HomePage content={content.content} />;
    case "notFound":
      return <NotFoundPage content={content.content} />;
  }
}
