import { HomePage } from "../pages/home/home-page.tsx";
import { PublishedPage } from "./published-page.tsx";
import type { HomeAliasContent } from "./route-content.ts";

/** Shows the home page at another address of it, or what an editor published there instead. */
export function HomeAliasPage({ content }: { content: HomeAliasContent }) {
  return content.kind === "home" ? (
    <HomePage content={content.content} />
  ) : (
    <PublishedPage content={content} />
  );
}
