import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkGroqSuite } from "./check-groq-suite.ts";
import { exceptionsSchema } from "./suite-exceptions.ts";

/** Runs a compiled GROQ suite (`suite.ndjson`). Prints unexpected failures and the listed exceptions that pass. */
const [file] = process.argv.slice(2);
if (!file) throw new Error("Name the compiled suite: npm run groq-suite -- suite.ndjson");
const exceptions = readFileSync(join(import.meta.dirname, "exceptions.json"), "utf8");
const { passed, excepted, problems } = await checkGroqSuite(
  readFileSync(file, "utf8"),
  exceptionsSchema.parse(JSON.parse(exceptions)),
);
for (const problem of problems) console.log(problem);
console.log(`${passed} passed, ${excepted} excepted, ${problems.length} failed`);
process.exitCode = problems.length > 0 ? 1 : 0;
