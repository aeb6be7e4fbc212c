import { translatePackage } from "./translate-package.ts";

/** The Studio's sign-in screen takes these from no locale. */
const translations = [
  ['children: "Choose login provider"', 'children: "Entrar como"'],
  ['children: "Last used"', 'children: "A da última vez"'],
  ['children: "OR"', 'children: "ou"'],
] as const;

/** Puts the Studio's sign-in screen into Portuguese; throws when an update words it anew. */
export function translateSignIn(code: string): string {
  return translatePackage(code, "sanity", translations);
}

/** The translation as a plugin of the bundler, for the build and for `sanity dev`. */
export function signInInPortuguese() {
  return {
    name: "sign-in-in-portuguese",
    transform: {
      filter: {
        id: /[\\/]sanity[\\/]lib[\\/]WorkspaceLoader-[\w-]+\.js$/,
        code: "createLoginComponent(",
      },
      handler: (code: string) => ({ code: translateSignIn(code), map: null }),
    },
  };
}
