import { buildId } from "../../supabase/functions/_shared/contracts/build-id.ts";

// A script of Sanity's dashboard, which would run with the editor's rights.
const dashboardScript = /<script[^>]* src="https:\/\/core\.sanity-cdn\.[^"]*"[^>]*><\/script>/g;
// The style sheet of the Studio brings the same family.
const outsideFonts = /\s*@font-face \{[^}]*https:\/\/studio-static\.sanity\.io[^}]*\}/g;
// A link loads nothing until somebody follows it.
const outsideAddress = /<(?!a\b)[^<>]* (?:src|href)="(?:https?:)?\/\/[^"]*|url\(["']?https?:[^)]*/;

/**
 * The page around the Studio, which says that it is in Portuguese, without what it would load from
 * outside. Throws when an update of Sanity loads something else.
 */
export function makePageOurs(html: string): string {
  const page = html
    .replace(/<html lang="[^"]*"/, `<html lang="pt-BR" data-build="${buildId}"`)
    .replace(dashboardScript, "")
    .replace(outsideFonts, "");
  const [outside] = outsideAddress.exec(page) ?? [];
  if (outside) throw new Error(`The page of the studio loads what is outside: ${outside}`);
  return page;
}

/** The change of the page as a plugin of the bundler, for the build and for `sanity dev`. */
export function studioPage() {
  return {
    name: "studio-page",
    transformIndexHtml: { order: "pre" as const, handler: makePageOurs },
    generateBundle: {
      order: "post" as const,
      handler(_options: unknown, bundle: Record<string, { type: string; source?: unknown }>) {
        const page = bundle["index.html"];
        if (typeof page?.source !== "string") throw new Error("The build has no page");
        page.source = makePageOurs(page.source);
      },
    },
  };
}
