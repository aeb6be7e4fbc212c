import { StructuredData } from "../../ui/section/structured-data.tsx";
import { useSite } from "../site-context.tsx";
import { breadcrumbList } from "./breadcrumb-list.ts";

/** Tells search engines where a page stands. */
export function PageTrail({ name, path }: { name: string; path: string }) {
  return <StructuredData thing={breadcrumbList(useSite(), { name, path })} />;
}
