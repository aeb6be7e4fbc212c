import { type CompiledRule, type SelectorMatch, compileSheet } from "beasties/compiler";
import { createProcessor } from "beasties/runtime";
import { SelectorType, parse, stringify } from "css-what";

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
  // Set by the boot script, before the first paint.
  /\[data-tenant\]/,
  /^:focus-visible/,
];

/**
 * What a page has only in use, or in no language of ours, and a card that is itself a choice, which
 * is none of our pages': some 150 bytes of each page with a form, compressed.
 */
const LATER = [
  /:user-(?:in)?valid/,
  /::picker\(/,
  / opt(?:ion|group)/,
  /:lang\(/,
  /\.card(?::has\()?>:(?:checked|is\(\[type)/,
];

export interface SelectedStyles {
  css: string;
  /** The fonts that these styles ask for. */
  fontUrls: readonly string[];
}

/** What is for a control that cannot be used: of a page without one it is for later as well. */
const UNUSABLE = /^(?!.*:not\().*disabled/;
const unusableControl = /<(?:button|input|select|textarea|fieldset)\b[^>]*\sdisabled/;

/**
 * Makes a function that picks the styles which a page's HTML uses, to be inlined there. It saves
 * 5 KB of a first visit, and the request without which nothing is painted
 * (docs/decisions/2026-11-22-tricks.md).
 */
export function createStyleSelector(css: string): (html: string) => SelectedStyles {
  const sheet = compileSheet(css, { allowRules: [...ALWAYS, LIST] });
  const options = { inlineFonts: true, preloadFonts: true };
  const extractor = (later: readonly RegExp[]) => {
    const rules = sheet.rules
      .map(withoutStraySemicolon)
      .map((rule) => withoutLater(rule, later))
      .map(withAlternatives)
      .map(withHeld);
    return createProcessor([{ ...sheet, rules }], options).extract;
  };
  const ofUsable = extractor([...LATER, UNUSABLE]);
  const ofAny = extractor(LATER);
  return (html) => {
    const selected = (unusableControl.test(html) ? ofAny : ofUsable)(html);
    const pageCss = withoutUnreadVariables(selected.css, variablesReadIn(html));
    return { css: pageCss, fontUrls: selected.fontPreloads };
  };
}

/**
 * Leaves out the variables that neither the page nor its styles read, again while that frees others:
 * they were 60 to 280 bytes of each page, compressed, and for /simular and /payser-fianca a round trip.
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

/** The compiler ends `@property` with a semicolon, which would take the next rule with it. */
function withoutStraySemicolon(rule: CompiledRule): CompiledRule {
  return rule.css?.endsWith("};") ? { ...rule, css: rule.css.slice(0, -1) } : rule;
}

function withoutLater(rule: CompiledRule, later: readonly RegExp[]): CompiledRule {
  const { selectors = [], match } = rule;
  if (!match) return rule;
  const isLater = selectors.map((selector) => later.some((pattern) => pattern.test(selector)));
  return {
    ...rule,
    selectors: selectors.filter((_, index) => !isLater[index]),
    match: match.filter((_, index) => !isLater[index]),
  };
}

/** A class that an element has to hold, as in `body:has(.hero-night)`: the compiler asks for none. */
const HELD = /(?<!:not\():has\(\.([\w-]+)\)/g;

function withHeld(rule: CompiledRule): CompiledRule {
  const { selectors = [], match } = rule;
  if (!match) return rule;
  const conditions = match.map((condition, index): SelectorMatch => {
    const held = [...(selectors[index] ?? "").matchAll(HELD)].map(([, name = ""]) => name);
    if (held.length === 0) return condition;
    // What is judged by its structure is not judged by the classes beside it.
    const { program, classes = [], ...tokens } = condition === true ? {} : condition;
    return program ? condition : { ...tokens, classes: [...classes, ...held] };
  });
  return { ...rule, match: conditions };
}

/** What a selector begins with that is a list, as in `:is(.a,.b)>p`: the compiler drops it. */
const LIST = /^:(?:is|where)\(/;

/** Makes each alternative of such a list a selector of its own, `:is(.a)>p,:is(.b)>p`, to be judged. */
function withAlternatives(rule: CompiledRule): CompiledRule {
  const { selectors = [], match = [] } = rule;
  if (!selectors.some((selector) => LIST.test(selector))) return rule;
  const judged = selectors.flatMap((selector, index) =>
    alternativesOf(selector, match[index] ?? true),
  );
  return {
    ...rule,
    selectors: judged.map(({ selector }) => selector),
    match: judged.map(({ condition }) => condition),
  };
}

interface JudgedSelector {
  selector: string;
  /** What a page must hold to use it. */
  condition: SelectorMatch;
}

function alternativesOf(selector: string, condition: SelectorMatch): JudgedSelector[] {
  const [list, ...rest] = parse(selector)[0] ?? [];
  const isList = list?.type === SelectorType.Pseudo && Array.isArray(list.data);
  if (!isList || ALWAYS.some((pattern) => pattern.test(selector))) return [{ selector, condition }];
  return [list.data].flat().flatMap((alternative) => {
    if (!Array.isArray(alternative)) return [];
    const [judged] = compileSheet(`${stringify([[...alternative, ...rest]])}{color:red}`).rules;
    const found = judged?.match?.[0];
    const alone = stringify([[{ ...list, data: [alternative] }, ...rest]]);
    return found ? [{ selector: alone, condition: found }] : [];
  });
}
