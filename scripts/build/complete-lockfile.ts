import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { missingOptionalPackages } from "./missing-optional-packages.ts";

const lockfilePath = "package-lock.json";
// Schema that keeps all keys of the lockfile in order, so that the file can be written again. The next schema reads
// only the fields that this program needs.
const recordSchema = z.record(z.string(), z.unknown());
const packagesSchema = z.record(
  z.string(),
  z.object({
    version: z.string().optional(),
    dev: z.boolean().optional(),
    optionalDependencies: z.record(z.string(), z.string()).optional(),
  }),
);

/**
 * `npm run lockfile`, run after each `npm install`, adds packages for other platforms that npm
 * leaves out of the lockfile. `npm ci` refuses a lockfile without these packages. With `--check`,
 * the command changes nothing and fails when a package is missing.
 */
const lockfile = recordSchema.parse(JSON.parse(readFileSync(lockfilePath, "utf8")));
const missing = missingOptionalPackages(packagesSchema.parse(lockfile["packages"]));
const names = Object.keys(missing);

if (process.argv.includes("--check")) {
  if (names.length > 0) {
    console.error(`package-lock.json lacks ${names.length} packages of other platforms:`);
    console.error(
      `${names.slice(0, 3).join(", ")}… Run \`npm run lockfile\`, or \`npm ci\` refuses it.`,
    );
    process.exitCode = 1;
  }
} else if (names.length > 0) {
  const packages = Object.fromEntries(
    Object.entries({ ...recordSchema.parse(lockfile["packages"]), ...missing }).toSorted(
      ([first], [second]) => first.localeCompare(second, "en"),
    ),
  );
  writeFileSync(lockfilePath, `${JSON.stringify({ ...lockfile, packages }, null, 2)}\n`);
  console.log(`Added to package-lock.json: ${names.length}`);
}
