import { existsSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";

const folder = "supabase/functions";
const settings = "supabase/config.toml";

/**
 * What the platform wants of each edge function beside its handler: the file that it runs, and its
 * section of the settings. Callers are judged by the functions themselves, visitors have no token.
 */
const names = (await readdir(folder))
  .filter((name) => existsSync(`${folder}/${name}/handler.ts`))
  .toSorted();
for (const name of names) {
  await writeFile(
    `${folder}/${name}/index.ts`,
    `import { serve } from "../_shared/serve.ts";
import { createHandler } from "./handler.ts";

serve(createHandler);
`,
  );
}
const sections = names.map(
  (name) => `
[functions.${name}]
verify_jwt = false
import_map = "./functions/deno.json"
`,
);
const [others = ""] = (await readFile(settings, "utf8")).split("\n[functions.");
await writeFile(settings, `${others}${sections.join("")}`);
