import { type CompiledRule, type SelectorMatch, compileSheet } from "beasties/compiler";
import { createProcessor } from "beasties/runtime";
import { SelectorType, parse, stringify } from "css-what";

/**
 * Selectors that every page inlines. Beasties cannot match `:where(:root)` and `:focus-visible` with a page. The other
 * selectors are for states that occur before the full style sheet loads.
 */
const ALWAYS = [
  /^:where\(:root\)/,
  /^(?!.*\.(?:modal|collapse)).*\[open\]/,
  /\[data-scrolled\]/,
  // The boot script sets the attribute `data-tenant` before the first paint.
  /\[data-tenant\]/,
  /^:focus-visible/,
];

/**
 * Selectors that no page inlines: fields after input, opened lists of options, other languages, and daisyUI's cards
 * with checkboxes. This saves 150 bytes per page with a form.
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
  /** URLs of the fonts that the selected styles use. */
  fontUrls: readonly string[];
}

/** Selectors for disabled controls, which are inlined only in pages with a disabled control. */
const UNUSABLE = /^(?!.*:not\().*disabled/;
const unusableControl = /<(?:button|input|select|textarea|fieldset)\b[^>]*\sdisabled/;

/**
 * Creates a function that selects the styles to inline in a page. The selection saves 5 KB and a request
 * (docs/decisions/2026-11-22-performance-optimisations.md).
 */
export function createStyleSelector(css: string): (html: string) => SelectedStyles {
  const sheet = compileSheet(css, { allowRules: [...ALWAYS, LIST] });
  const options = { inlineFonts: true, preloadFonts: true };
  const extractor = (later: readonly RegExp[]) => {
    const rules = sheet.rules
      .map(withoutStraySemicolon)
      .map((rule) => withoutLater(rule, later))
      .map(withAlternatives)
      .map(withRequiredClasses);
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
 * Removes CSS variables that no rule reads, and repeats this for variables that only removed ones read. Saves 60 to 280
 * compressed bytes per page, and one network round trip for /simular and /payser-fianca.
 */
function withoutUnreadVariables(css: string, readInPage: readonly string[]): string {
  const read = new Set([...readInPage, ...variablesReadIn(css)]);
  const kept = css.replaceAll(DECLARATION, (declaration, name: string) =>
    read.has(name) ? declaration : "",
  );
  return kept === css ? css : withoutUnreadVariables(kept, readInPage);
}

/** Matches a variable's declaration up to the first semicolon. Values with strings or URLs do not match. */
const DECLARATION = /(?<=[{;])(--[\w-]+):[^{}:;"']*(?:;|(?=\}))/g;

function variablesReadIn(text: string): string[] {
  return text.match(/(?<=var\()--[\w-]+/g) ?? [];
}

/** Removes the semicolon that beasties adds after `@property`. The semicolon would invalidate the next rule. */
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

/** Matches a class inside `:has()`, as in `body:has(.hero-night)`. Beasties does not check such classes. */
const REQUIRED_CLASS = /(?<!:not\():has\(\.([\w-]+)\)/g;

function withRequiredClasses(rule: CompiledRule): CompiledRule {
  const { selectors = [], match } = rule;
  if (!match) return rule;
  const conditions = match.map((condition, index): SelectorMatch => {
    const required = [...(selectors[index] ?? "").matchAll(REQUIRED_CLASS)].map(
      ([, name = ""]) => name,
    );
    if (required.length === 0) return condition;
    // Beasties ignores `classes` in a condition that has a `program`, so such a condition stays unchanged.
    const { program, classes = [], ...tokens } = condition === true ? {} : condition;
    return program ? condition : { ...tokens, classes: [...classes, ...required] };
  });
  return { ...rule, match: conditions };
}

/**
 * Matches the start of a selector that begins with a list, as in `:is(.a,.b)>p`. Beasties cannot match such selectors,
 * so it keeps all of them for `withAlternatives`.
 */
const LIST = /^:(?:is|where)\(/;

/** Splits a selector list into alternatives (`:is(.a)>p,:is(.b)>p`), so that each alternative is matched separately. */
function withAlternatives(rule: CompiledRule): CompiledRule {
  const { selectors = [], match = [] } = rule;
  if (!selectors.some((selector) => LIST.test(selector))) return rule;
  const matched = selectors.flatMap((selector, index) =>
    alternativesOf(selector, match[index] ?? true),
  );
  return {
    ...rule,
    selectors: matched.map(({ selector }) => selector),
    match: matched.map(({ condition }) => condition),
  };
}

interface MatchedSelector {
  selector: string;
  /** Condition under which a page uses the selector. */
  condition: SelectorMatch;
}

function alternativesOf(selector: string, condition: SelectorMatch): MatchedSelector[] {
  const [list, ...rest] = parse(selector)[0] ?? [];
  const isList = list?.type === SelectorType.Pseudo && Array.isArray(list.data);
  if (!isList || ALWAYS.some((pattern) => pattern.test(selector))) return [{ selector, condition }];
  return [list.data].flat().flatMap((alternative) => {
    if (!Array.isArray(alternative)) return [];
    const [matched] = compileSheet(`${stringify([[...alternative, ...rest]])}{color:red}`).rules;
    const found = matched?.match?.[0];
    const alone = stringify([[{ ...list, data: [alternative] }, ...rest]]);
    return found ? [{ selector: alone, condition: found }] : [];
  });
}
