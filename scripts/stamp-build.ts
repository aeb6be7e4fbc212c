import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../supabase/functions/_shared/contracts/build-id.ts", import.meta.url);
/** Matches a tag or commit name that is safe in headers, in a page and in metrics. */
const sane = /^[\w.-]{1,40}$/;

/** `npm run build:id -- [v1.2.3]` sets the version name of the next build. The default name is the commit. */
const [
  given = execFileSync("git", ["describe", "--tags", "--always"], { encoding: "utf8" }).trim(),
] = process.argv.slice(2);
if (!sane.test(given))
  throw new Error(`"${given}" não serve de nome: letras, números, ponto e hífen.`);
const text = readFileSync(file, "utf8");
writeFileSync(file, text.replace(/(?<=buildId = ")[^"]*/, given));
console.log(given);
