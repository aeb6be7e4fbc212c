import type { LocaleDefinition, LocaleResourceBundle } from "sanity";
import { callReleases } from "./call-releases.ts";

type Resources = LocaleResourceBundle["resources"];
type Texts = Exclude<Awaited<ReturnType<Extract<Resources, () => unknown>>>, { default: unknown }>;

/** A locale whose texts call a release by one Portuguese word, throughout. */
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
