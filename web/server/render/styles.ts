import { type CompiledRule, type SelectorMatch, compileSheet } from "beasties/compiler";
import { createProcessor } from "beasties/runtime";

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

/** What a selector begins with that is a list of alternatives, as in `:is(.a,.b)>p`. */
const LIST = /^:(?:is|where)\(/;

interface JudgedSelector {
  selector: string;
  /** What a page must hold to use it. */
  condition: SelectorMatch;
}

/**
 * Compiles a style sheet, so that the rules that a page uses can be told. Each page gets those with
 * a selector like one of `always`.
 *
 * The compiler drops selectors that begin with a list, such as that of the frames of form fields:
 * here each alternative is a selector of its own, `:is(.a)>p,:is(.b)>p`. Those like one of `never`
 * are dropped.
 */
function compileStyles(css: string, always: readonly RegExp[], never: readonly RegExp[]) {
  const sheet = compileSheet(css, { allowRules: [...always, LIST] });
  return { ...sheet, rules: sheet.rules.map(withoutStraySemicolon).map(withAlternatives) };

  function withAlternatives(rule: CompiledRule): CompiledRule {
    const { selectors = [], match = [] } = rule;
    if (!selectors.some(isList)) return rule;
    const judged = selectors.flatMap((selector, index) =>
      isList(selector) ? alternativesOf(selector) : { selector, condition: match[index] ?? true },
    );
    return {
      ...rule,
      selectors: judged.map(({ selector }) => selector),
      match: judged.map(({ condition }) => condition),
    };
  }

  function isList(selector: string): boolean {
    return LIST.test(selector) && !always.some((pattern) => pattern.test(selector));
  }

  function alternativesOf(list: string): JudgedSelector[] {
    if (never.some((pattern) => pattern.test(list))) return [];
    const [opening = ""] = LIST.exec(list) ?? [];
    const { parts, end } = splitList(list, opening.length);
    const rest = list.slice(end + 1);
    return parts.flatMap((part) => {
      const [compiled] = compileSheet(`${part}${rest}{color:red}`).rules;
      const condition = compiled?.match?.[0];
      return condition ? [{ selector: `${opening}${part})${rest}`, condition }] : [];
    });
  }
}

/** What commas separate from `start` on, up to the bracket that closes the list, and where that is. */
function splitList(text: string, start: number): { parts: string[]; end: number } {
  const parts: string[] = [];
  let depth = 0;
  let begin = start;
  let end = start;
  for (; end < text.length && !(depth === 0 && text[end] === ")"); end += 1) {
    if (text[end] === "(") depth += 1;
    if (text[end] === ")") depth -= 1;
    if (text[end] !== "," || depth > 0) continue;
    parts.push(text.slice(begin, end));
    begin = end + 1;
  }
  return { parts: [...parts, text.slice(begin, end)], end };
}

/** The compiler ends `@property` with a semicolon, which would take the next rule with it. */
function withoutStraySemicolon(rule: CompiledRule): CompiledRule {
  return rule.css?.endsWith("};") ? { ...rule, css: rule.css.slice(0, -1) } : rule;
}
