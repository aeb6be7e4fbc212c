import { readFileSync } from "node:fs";
import { z } from "zod";

/** Licences under which what is deployed may be used as it is here; others need a decision. */
const accepted = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  // libvips, a library of its own that sharp loads and nobody changed.
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  // Of its own files, which nobody changed: lightningcss.
  "MPL-2.0",
  "OFL-1.1",
]);

/** What package.json leaves out stands in the package's own LICENSE file. */
const readByHand: Readonly<Record<string, string>> = { "png-js@2.0.0": "MIT" };

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});

/** `npm run licences`: what is deployed, by licence; fails when one of them is not accepted. */
const { packages } = lockfileSchema.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
const deployed = Object.entries(packages).flatMap(([path, found]) => {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
  // Tools of development that a deployed package may do without are installed, and never loaded.
  if (!name || found.dev || found.devOptional) return [];
  // Of other platforms the lockfile knows no more than the version.
  if (found.optional && !found.license) return [];
  const named = `${name}@${found.version}`;
  return [{ licence: found.license ?? readByHand[named] ?? "nenhuma", name: named }];
});
for (const [licence, found] of Map.groupBy(deployed, (one) => one.licence)) {
  console.log(`${licence} (${found.length}): ${found.map(({ name }) => name).join(", ")}`);
}
const refused = deployed.filter(({ licence }) => !isAccepted(licence));
for (const { licence, name } of refused) console.error(`Licença a decidir: ${name}, ${licence}`);
if (refused.length > 0) process.exitCode = 1;

/** As SPDX writes them: "MIT AND OFL-1.1", "(MIT OR CC0-1.0)". */
function isAccepted(licence: string): boolean {
  const parts = (text: string, word: string) => text.replace(/^\((.*)\)$/, "$1").split(word);
  return parts(licence, " AND ").every((all) =>
    parts(all, " OR ").some((one) => accepted.has(one)),
  );
}
