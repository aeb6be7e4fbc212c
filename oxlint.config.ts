import { readdirSync } from "node:fs";
import { defineConfig, type DummyRuleMap } from "oxlint";
import { subjectsOrder } from "./scripts/build/subjects-order.ts";

/**
 * Layers of `web/`, highest first. A folder may import only from folders in later rows, not from its own row. The lint
 * fails when a folder is missing here, so every new folder gets a layer.
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

/** Returns a regular expression that matches the paths of all entries in `folder`, except the entries in `kept`. */
function others(folder: string, kept: readonly string[]): string {
  const names = readdirSync(folder).filter((name) => !kept.includes(name));
  return `(?:${names.join("|").replaceAll(".", "\\.")})(?:/|$)`;
}

const functions = "supabase/functions";
const contracts = `${functions}/_shared/contracts`;

/**
 * Returns a regular expression that matches all paths in supabase/, except the folders of `_shared` that `shared`
 * lists.
 */
function backendExcept(shared: readonly string[]): string {
  return [
    `supabase/${others("supabase", ["functions"])}`,
    `${functions}/${others(functions, ["_shared"])}`,
    `${functions}/_shared/${others(`${functions}/_shared`, shared)}`,
  ].join("|");
}

/** Returns the imports that are forbidden for all files in a folder of web/. */
function layerRule(folder: string) {
  const row = layers.findIndex((names) => names.includes(folder));
  const barred = layers
    .slice(0, row + 1)
    .flat()
    .filter((name) => name !== folder);
  return [
    [
      `^(\\.\\./)+(${barred.join("|")})/`,
      `web/${folder} may only import the layers below it (see ARCHITECTURE.md).`,
    ] as const,
    [
      // web/server may use the backend's code for visitors' IP addresses, for content and for PDF
      // letters.
      `^(?:\\.\\./)+(?:(?:studio|tests|scripts)/|${backendExcept(folder === "server" ? ["http", "content", "pdf"] : [])})`,
      "The site imports nothing outside web/ but contracts, as #contracts/….",
    ] as const,
  ];
}
const layerRules = folders.map((folder) => only([`web/${folder}/**`], ...layerRule(folder)));

const contractsAlone = [
  `^(?:\\.\\./)+(?:_shared|${others(`${functions}/_shared`, ["contracts"])})`,
  "Contracts do not depend on the programs that use them.",
] as const;

/**
 * Import rules for the trees with one folder per subject: a file may import only its own subject and earlier subjects.
 */
const subjectRules = ["web/features", contracts].flatMap((tree) => {
  const found = readdirSync(tree, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return found
    .filter(({ name }) => name !== "fields")
    .flatMap(({ name }) => {
      const place = subjectsOrder.indexOf(name);
      if (place < 0)
        throw new Error(`Give ${tree}/${name} a place in scripts/build/subjects-order.ts.`);
      // Path patterns of the later subjects, which must not be imported. Only `staff/shell`, the frame of all pages for
      // staff, may be imported.
      const later = subjectsOrder
        .slice(place + 1)
        .map((other) =>
          other === "staff" ? `staff/${others("web/features/staff", ["shell"])}` : `${other}/`,
        );
      const why = "A subject imports earlier subjects only (scripts/build/subjects-order.ts).";
      const against = (prefix: string) => [`^${prefix}(?:${later.join("|") || "$"})`, why] as const;
      const always = tree === "web/features" ? layerRule("features") : [contractsAlone];
      return [
        only([`${tree}/${name}/*`], ...always, against("\\.\\./"), against("#contracts/")),
        only(
          [`${tree}/${name}/*/**`],
          ...always,
          against("\\.\\./\\.\\./"),
          against("#contracts/"),
        ),
      ];
    });
});

const shellRule = only(["web/features/staff/shell/**"], ...layerRule("features"), [
  "^\\.\\./(?:\\.\\./)?[^.]",
  "Every subject may import the shell of the staff area, so the shell imports no subject.",
]);

/**
 * Returns an override that forbids `files` to import paths that match `barred`. When several overrides match a file,
 * oxlint applies only the last one.
 */
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
  // Generated files are not linted, because they may exceed the maximum length of a file.
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
    // The JSX transform imports React automatically.
    "react/react-in-jsx-scope": "off",
    // Sanity's field names begin with an underscore.
    "no-underscore-dangle": "off",
    // Objects in this code consist of closures, and no method uses `this`, so methods need no binding.
    "typescript/unbound-method": "off",
    // The TypeScript compiler already checks that every path returns, and it understands exhaustive
    // switches.
    "typescript/consistent-return": "off",
    // A small function is easier to read next to its only use.
    "unicorn/consistent-function-scoping": "off",
    // Mocks in these tests are spies on injected functions, so their types are inferred.
    "vitest/require-mock-type-parameters": "off",
    // The second argument of `expect` describes the expectation.
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    // Some tests assert only by waiting for text on the screen, and never call `expect`.
    "vitest/expect-expect": "off",
    "vitest/require-to-throw-message": "off",
    // Tests that run for several cases may expect a different result for each case.
    "vitest/no-conditional-expect": "off",
    // Some libraries export the same value by default and by name. The default import is shorter.
    "import/no-named-as-default": "off",
    "import/no-named-as-default-member": "off",
    // Messages in this code go to worker threads, which have no origin.
    "unicorn/require-post-message-target-origin": "off",
    // The default order is right for the sorted values: strings, and numbers with the same number of digits.
    "typescript/require-array-sort-compare": "off",
    // Spreading a string into characters is intended, because people and PostgreSQL count
    // characters in this way.
    "typescript/no-misused-spread": "off",
    // The rule does not notice when a loop awaits a function that changes the loop's condition.
    "no-unmodified-loop-condition": "off",
    // YouTube's player needs scripts and its own origin. A sandbox that allows both would protect
    // nothing.
    "react/iframe-missing-sandbox": "off",
  },
  overrides: [
    ...layerRules,
    only(
      ["studio/**"],
      [
        "^(?:\\.\\./)+(?:web|tests|scripts|supabase)/",
        "The studio imports nothing of the others but contracts, as #contracts/….",
      ],
    ),
    only(
      ["studio/mail-preview/**"],
      [
        `^(?:\\.\\./)+(?:(?:web|tests|scripts)/|${backendExcept(["content", "mail"])})`,
        "The preview of mails imports nothing of the others but contracts, mails and the content that they use.",
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
    only([`${contracts}/{*,fields/**}`], contractsAlone),
    ...subjectRules,
    shellRule,
    only(["tests/**"], viteAlone),
    only(["scripts/**", "tests/bench/**"], viteAlone, [
      "\\.tsx$",
      "Node runs these files as they stand, which it does with no TSX.",
    ]),
  ],
});
