import { buildId } from "#contracts/build-id.ts";

// Matches the script of Sanity's dashboard, which would run with the editor's rights.
const dashboardScript = /<script[^>]* src="https:\/\/core\.sanity-cdn\.[^"]*"[^>]*><\/script>/g;
// Matches font rules that load from Sanity's server. The Studio's own style sheet already contains these fonts.
const outsideFonts = /\s*@font-face \{[^}]*https:\/\/studio-static\.sanity\.io[^}]*\}/g;
// Matches URLs of other hosts that the page would load. Links do not match, because they load nothing until a click.
const outsideAddress = /<(?!a\b)[^<>]* (?:src|href)="(?:https?:)?\/\/[^"]*|url\(["']?https?:[^)]*/;

/** Makes the Studio's page Portuguese and removes known requests to other hosts. Throws when other requests remain. */
export function adaptStudioPage(html: string): string {
  const page = html
    .replace(/<html lang="[^"]*"/, `<html lang="pt-BR" data-build="${buildId}"`)
    .replace(dashboardScript, "")
    .replace(outsideFonts, "");
  const [outside] = outsideAddress.exec(page) ?? [];
  if (outside) throw new Error(`The page of the studio loads what is outside: ${outside}`);
  return page;
}

/** Returns a bundler plugin that changes the HTML page, for the build and for `sanity dev`. */
export function studioPage() {
  return {
    name: "studio-page",
    transformIndexHtml: { order: "pre" as const, handler: adaptStudioPage },
    generateBundle: {
      order: "post" as const,
      handler(_options: unknown, bundle: Record<string, { type: string; source?: unknown }>) {
        const page = bundle["index.html"];
        if (typeof page?.source !== "string") throw new Error("The build has no page");
        page.source = adaptStudioPage(page.source);
      },
    },
  };
}
