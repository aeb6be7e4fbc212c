import type { LocaleDefinition, LocaleResourceBundle } from "sanity";

type Resources = LocaleResourceBundle["resources"];
type Texts = Exclude<Awaited<ReturnType<Extract<Resources, () => unknown>>>, { default: unknown }>;

/** Gives Sanity releases a single name in the Studio's Portuguese translation, which uses several names. */
export function releasesInPortuguese(locale: LocaleDefinition): LocaleDefinition {
  const { bundles = [] } = locale;
  return {
    ...locale,
    bundles: bundles.map((bundle) => ({ ...bundle, resources: callingReleases(bundle.resources) })),
  };
}

function callingReleases(resources: Resources): () => Promise<Texts> {
  return async () => {
    const loaded = typeof resources === "function" ? await resources() : resources;
    const texts = isModule(loaded) ? loaded.default : loaded;
    return Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [
        key,
        typeof text === "string" ? callReleases(text) : text,
      ]),
    );
  };
}

function isModule(loaded: Texts | { default: Texts }): loaded is { default: Texts } {
  return typeof loaded["default"] === "object" && !Array.isArray(loaded["default"]);
}

/** Replaces three names for a Sanity release in @sanity/locale-pt-br by one, and adapts the gender of nearby words. */
export function callReleases(text: string): string {
  return replacements.reduce((called, [found, word]) => called.replace(found, word), text);
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/\b(E|e|De|de|Ne|ne)(st|ss)a release\b/g, "$1$2e release"],
  [/\b(N|n)enhuma release arquivada\b/g, "$1enhum release arquivado"],
  [/\b(N|n)enhuma release\b/g, "$1enhum release"],
  [/\b(U|u)ma nova release\b/g, "$1m novo release"],
  [/\b(N|n)ova release\b/g, "$1ovo release"],
  [/\b(U|u)ma release\b/g, "$1m release"],
  [/\b(T|t)odas as releases\b/g, "$1odos os releases"],
  [/\bas releases\b/g, "os releases"],
  [/\bàs releases\b/g, "aos releases"],
  [/\b(A|a|Da|da|Na|na|Pela|pela) release\b/g, "$1§ release"],
  [/\bA§/g, "O"],
  [/a§/g, "o"],
  [/(^|\s)à release\b/g, "$1ao release"],
  [/\bReleases\b/g, "Lançamentos"],
  [/\breleases\b/g, "lançamentos"],
  [/\bRelease\b/g, "Lançamento"],
  [/\brelease\b/g, "lançamento"],
];
