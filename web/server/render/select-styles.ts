import { createProcessor } from "beasties/runtime";
import { compileStyles } from "./compile-styles.ts";

/**
 * States that come with the use of a page, before the application brings the whole style sheet (a
 * dialog and what unfolds in the staff area come with it). A mark of whatever has the focus names
 * no element that could be found.
 * The theme is for `:where(:root)`, which is found in no part of a page.
 */
const ALWAYS = [
  /^:where\(:root\)/,
  /^(?!.*\.(?:modal|collapse)).*\[open\]/,
  /\[data-scrolled\]/,
  /^:focus-visible/,
];

/** What a page has only in use, or in no language of ours: of the rules of lists, which are many. */
const LATER = [/:user-(?:in)?valid/, /disabled/, /::picker\(/, / opt(?:ion|group)/, /:lang\(/];

export interface SelectedStyles {
  css: string;
  /** The fonts that these styles ask for. */
  fontUrls: readonly string[];
}

/**
 * Makes a function that picks the styles which a page's HTML uses, to be inlined there. It saves
 * 5 KB of a first visit, and the request without which nothing is painted
 * (docs/decisions/2026-11-22-tricks.md).
 */
export function createStyleSelector(css: string): (html: string) => SelectedStyles {
  const sheet = compileStyles(css, ALWAYS, LATER);
  const { extract } = createProcessor([sheet], { inlineFonts: true, preloadFonts: true });
  return (html) => {
    const selected = extract(html);
    return {
      css: withoutUnreadVariables(selected.css, variablesReadIn(html)),
      fontUrls: selected.fontPreloads,
    };
  };
}

/**
 * Leaves out the variables that neither the page nor its styles read, again while that frees others:
 * the theme's were 300 bytes of each page, compressed, and for three of them a round trip.
 */
function withoutUnreadVariables(css: string, readInPage: readonly string[]): string {
  const read = new Set([...readInPage, ...variablesReadIn(css)]);
  const kept = css.replaceAll(DECLARATION, (declaration, name: string) =>
    read.has(name) ? declaration : "",
  );
  return kept === css ? css : withoutUnreadVariables(kept, readInPage);
}

/** A variable with a value that holds no text and no address, in which a semicolon ends nothing. */
const DECLARATION = /(?<=[{;])(--[\w-]+):[^{}:;"']*(?:;|(?=\}))/g;

function variablesReadIn(text: string): string[] {
  return text.match(/(?<=var\()--[\w-]+/g) ?? [];
}
