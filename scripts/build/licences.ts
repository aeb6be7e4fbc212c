import { readFileSync } from "node:fs";
import { z } from "zod";

/** Licences that are accepted for deployed packages without a further decision. */
const accepted = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  // Licence of libvips, an unchanged library that sharp loads.
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  // Licence of lightningcss, whose files are unchanged.
  "MPL-2.0",
  "OFL-1.1",
]);

/** Licences that package.json does not name. A person read each one in the package's LICENSE file. */
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

/** `npm run licences` lists the deployed packages by licence. It fails when a licence is not accepted. */
const { packages } = lockfileSchema.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
const deployed = Object.entries(packages).flatMap(([path, found]) => {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
  // Optional development tools of a deployed package are skipped, because such tools are installed but never loaded.
  if (!name || found.dev || found.devOptional) return [];
  // Packages for other platforms are skipped, because the lockfile has no licence for them.
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

/** Evaluates an SPDX expression such as "MIT AND OFL-1.1" or "(MIT OR CC0-1.0)". */
function isAccepted(licence: string): boolean {
  const parts = (text: string, word: string) => text.replace(/^\((.*)\)$/, "$1").split(word);
  return parts(licence, " AND ").every((all) =>
    parts(all, " OR ").some((one) => accepted.has(one)),
  );
}
