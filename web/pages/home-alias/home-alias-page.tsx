import { HomePage } from "../home/home-page.tsx";
import { PublishedPage } from "../published/published-page.tsx";
import type { HomeAliasContent } from "./home-alias-route.ts";

/** Shows the home page at another address of it, or what an editor published there instead. */
export function HomeAliasPage({ content }: { content: HomeAliasContent }) {
  return content.kind === "home" ? (
    <HomePage content={content.content} />
  ) : (
    <PublishedPage content={content} />
  );
}
