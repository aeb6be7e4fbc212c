import { FreePage } from "../free/free-page.tsx";
import { NotFoundPage } from "../not-found/not-found-page.tsx";
import { ProductPage } from "../product/product-page.tsx";
import type { PublishedContent } from "./load-published.ts";

/** Shows what an editor published for a path that no code owns: product, page or 404. */
export function PublishedPage({ content }: { content: PublishedContent }) {
  switch (content.kind) {
    case "product":
      return <ProductPage content={content.content} />;
    case "page":
      return <FreePage content={content.content} />;
    case "notFound":
      return <NotFoundPage content={content.content} />;
  }
}
