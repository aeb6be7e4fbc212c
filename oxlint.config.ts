import { readdirSync } from "node:fs";
import { defineConfig, type DummyRuleMap } from "oxlint";

/**
 * Imports run one way: a folder of `web/` may import those of later rows, never of earlier ones or
 * of its own row. A folder that is missing here fails the lint, so a new one is covered at birth.
 */
const layers = [
  ["server", "build", "overlay"],
  ["app"],
  ["pages", "style-guide"],
  ["features"],
  ["content", "backend"],
  ["ui"],
  ["formats", "config"],
];

const folders = readdirSync("web", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "public")
  .map((entry) => entry.name);
const unknown = folders.filter((folder) => !layers.flat().includes(folder));
if (unknown.length > 0) throw new Error(`Give web/${unknown.join(", web/")} a layer in the lint.`);

/** What else there is in a folder, as a regular expression of paths from it. */
function others(folder: string, kept: readonly string[]): string {
  const names = readdirSync(folder).filter((name) => !kept.includes(name));
  return `(?:${names.join("|").replaceAll(".", "\\.")})(?:/|$)`;
}

const functions = "supabase/functions";

/** All that the site may not import: of the functions, it shares their contracts alone. */
function outside(shared: readonly string[]): string {
  return [
    "(?:studio|tests|scripts)/",
    `supabase/${others("supabase", ["functions"])}`,
    `${functions}/${others(functions, ["_shared"])}`,
    `${functions}/_shared/${others(`${functions}/_shared`, shared)}`,
  ].join("|");
}

const layerRules = folders.map((folder) => {
  const row = layers.findIndex((names) => names.includes(folder));
  const barred = layers
    .slice(0, row + 1)
    .flat()
    .filter((name) => name !== folder);
  return only(
    [`web/${folder}/**`],
    [
      `^(\\.\\./)+(${barred.join("|")})/`,
      `web/${folder} may only import the layers below it (see ARCHITECTURE.md).`,
    ],
    [
      // The server reads a caller's address as the functions do, and draws a letter as they do.
      `^(?:\\.\\./)+(?:${outside(folder === "server" ? ["contracts", "http", "content", "pdf"] : ["contracts"])})`,
      "Of what is outside of web/, it may import the contracts alone.",
    ],
    ...(folder === "features"
      ? [["^\\.\\./[^.]", "A feature never imports another one: pages compose them."] as const]
      : []),
  );
});

/** Bars imports from some files. Of several entries for a file the last one counts alone. */
function only(files: string[], ...barred: (readonly [regex: string, message: string])[]) {
  const patterns = barred.map(([regex, message]) => ({ regex, message }));
  const rules: DummyRuleMap = { "no-restricted-imports": ["error", { patterns }] };
  return { files, rules };
}

const viteAlone = [
  "^(?:\\.\\./)+web/build/",
  "Vite's configuration alone imports its plugins.",
] as const;

const deployed = [
  "^(?:\\.\\./)+(?:web|studio|scripts|tests|local)/",
  "What is deployed stands by itself.",
] as const;

export default defineConfig({
  plugins: ["typescript", "react", "jsx-a11y", "import", "unicorn", "oxc", "vitest"],
  categories: { correctness: "error", suspicious: "error" },
  options: { typeAware: true },
  // What is generated is as long as what it is made from.
  ignorePatterns: [
    "dist",
    "web/content/sanity.types.ts",
    "web/backend/database.types.ts",
    "supabase/functions/_shared/content/seed-content.ts",
    "supabase/functions/_shared/contracts/stored-values.ts",
  ],
  rules: {
    "max-lines": ["error", { max: 400 }],
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-floating-promises": "error",
    "typescript/consistent-type-assertions": ["error", { assertionStyle: "never" }],
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "vitest/no-disabled-tests": "error",
    "vitest/no-focused-tests": "error",
    // The JSX transform imports React by itself.
    "react/react-in-jsx-scope": "off",
    // Sanity's field names begin with an underscore.
    "no-underscore-dangle": "off",
    // Objects here are closures: nothing reads `this`.
    "typescript/unbound-method": "off",
    // The compiler checks that every path returns, and knows exhaustive switches.
    "typescript/consistent-return": "off",
    // A helper that stands where it is used reads better than one far away.
    "unicorn/consistent-function-scoping": "off",
    // Mocks here are spies on injected functions, whose types are inferred.
    "vitest/require-mock-type-parameters": "off",
    // A second argument says what was expected; waiting for something on screen is an assertion too.
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "vitest/expect-expect": "off",
    "vitest/require-to-throw-message": "off",
    // A table of cases may expect one thing of some and another of others.
    "vitest/no-conditional-expect": "off",
    // Libraries document both forms; the default one is shorter to read.
    "import/no-named-as-default": "off",
    "import/no-named-as-default-member": "off",
    // Messages here go to worker threads, which have no origin.
    "unicorn/require-post-message-target-origin": "off",
    // Strings, and numbers of equal length, sort as they should without a comparison.
    "typescript/require-array-sort-compare": "off",
    // Characters are meant where a string is spread: people and PostgreSQL count them so.
    "typescript/no-misused-spread": "off",
    // Does not see that a loop awaits what changes its condition.
    "no-unmodified-loop-condition": "off",
    // YouTube's player needs scripts and its own origin: a sandbox with both would be none.
    "react/iframe-missing-sandbox": "off",
  },
  overrides: [
    ...layerRules,
    only(
      ["studio/**"],
      [
        "^(\\.\\./)+(web|tests|scripts|supabase/([^f]|functions/([^_]|_shared/([^c/]|[^/]+$))))",
        "Of the rest, the studio knows the contracts of forms, and nothing else.",
      ],
    ),
    only(
      ["studio/mail-preview/**"],
      [
        "^(\\.\\./)+(web|tests|scripts|supabase/([^f]|functions/([^_]|_shared/([^cm/]|[^/]+$))))",
        "Of the rest, the preview of mails knows contracts, and what makes mails of content.",
      ],
    ),
    only(
      ["supabase/**"],
      ["^(?:\\.\\./)+(?:web|studio|scripts)/", "The backend stands by itself."],
    ),
    only([`${functions}/**`], deployed),
    only([`${functions}/[a-z]*/**`], deployed, [
      `^\\.\\./${others(functions, ["_shared"])}`,
      "A function imports no other one: what they share is in _shared.",
    ]),
    only(
      [`${functions}/_shared/contracts/**`],
      [
        `^(?:\\.\\./)+(?:_shared|${others(`${functions}/_shared`, ["contracts"])})`,
        "The contracts depend on nothing of where they run.",
      ],
    ),
    only(["tests/**"], viteAlone),
    only(["scripts/**", "tests/bench/**"], viteAlone, [
      "\\.tsx$",
      "Node runs these files as they stand, which it does with no TSX.",
    ]),
  ],
});
