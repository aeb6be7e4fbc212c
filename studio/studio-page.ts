import { buildId } from "../supabase/functions/_shared/contracts/build-id.ts";
import { replaceInPackage, type Replacements } from "./replace-in-package.ts";

const replacements: Replacements = [
  ['<html lang="en">', `<html lang="pt-BR" data-build="${buildId}">`],
  // A script of Sanity's dashboard, which would run with the editor's rights.
  [
    '<script src="https://core.sanity-cdn.com/bridge.js" async type="module" data-sanity-core></script>',
    "",
  ],
  ["Uncaught error: ", "Erro inesperado: "],
  ["JavaScript disabled", "JavaScript desativado"],
  [
    'Please <a href="https://www.enable-javascript.com/">enable JavaScript</a> in your browser and reload the page to proceed.',
    "Ative o JavaScript no navegador e carregue a página de novo.",
  ],
];

// The style sheet of the Studio brings the same family.
const outsideFonts = /\s*@font-face \{[^}]*https:\/\/studio-static\.sanity\.io[^}]*\}/g;
const outsideAddress = /(?:src|href)="(?:https?:)?\/\/[^"]*|url\(["']?https?:[^)]*/;

/**
 * The page around the Studio, in Portuguese and without what it would load from outside. Throws when
 * an update of Sanity words it anew or loads something else.
 */
export function makePageOurs(html: string): string {
  const page = replaceInPackage(html, "The page of sanity", replacements).replace(outsideFonts, "");
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
