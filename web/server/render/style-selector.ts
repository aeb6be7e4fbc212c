import { PurgeCSS } from "purgecss";
import { plainStyles } from "./plain-styles.ts";

const CLASS_ATTRIBUTE = /\sclass="([^"]*)"/g;
const ID_ATTRIBUTE = /\sid="([^"]*)"/g;
const TAG = /<([a-z][a-z0-9-]*)/g;
const ATTRIBUTE = /\s([a-z-]+)=/g;

/** Attributes that appear on a page only once somebody uses it. */
const LATER_ATTRIBUTES = ["open", "data-scrolled", "disabled", "aria-expanded", "aria-invalid"];

/** What Tailwind declares for every utility there is, and daisyUI for a control we do not have. */
const PROPERTY = /@property (--[\w-]+)\{[^}]*\}/g;
const THEME_CONTROLLER = /:root:has\(input\.theme-controller[^{]*\{[^}]*\}/g;

/**
 * Makes a function that picks the styles which a page's markup uses. The result is remembered by
 * the names that occur in the markup, since editing content seldom changes them.
 */
export function createStyleSelector(allStyles: string): (markup: string) => Promise<string> {
  const css = plainStyles(allStyles);
  const selected = new Map<string, Promise<string>>();
  return (markup) => {
    const names = namesIn(markup);
    const key = JSON.stringify(names);
    const known = selected.get(key);
    if (known) return known;
    const selection = select(css, names);
    selected.set(key, selection);
    return selection;
  };
}

type Names = ReturnType<typeof namesIn>;

function namesIn(markup: string) {
  const classes = captures(markup, CLASS_ATTRIBUTE).flatMap((value) =>
    unescape(value).split(/\s+/),
  );
  return {
    classes: sorted(classes),
    ids: sorted(captures(markup, ID_ATTRIBUTE)),
    tags: sorted([...captures(markup, TAG), "html", "head", "body"]),
    attributes: sorted([...captures(markup, ATTRIBUTE), ...LATER_ATTRIBUTES]),
  };
}

async function select(css: string, { classes, ids, tags, attributes }: Names): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    css: [{ raw: css }],
    content: [{ raw: "-", extension: "html" }],
    defaultExtractor: () => ({
      classes,
      ids,
      tags,
      attributes: { names: attributes, values: [] },
      undetermined: [],
    }),
    dynamicAttributes: attributes,
    variables: true,
    keyframes: true,
  });
  if (!result) throw new Error("The styles of a page could not be selected.");
  return dropIdle(result.css);
}

/** Leaves out what the selected rules never refer to. */
function dropIdle(css: string): string {
  return css
    .replace(PROPERTY, (rule, name) => (css.includes(`var(${name}`) ? rule : ""))
    .replace(THEME_CONTROLLER, "");
}

function captures(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}

function sorted(names: string[]): string[] {
  return [...new Set(names)].toSorted();
}

function unescape(value: string): string {
  return value.replaceAll("&amp;", "&").replaceAll("&gt;", ">").replaceAll("&lt;", "<");
}
