import { existsSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";

const folder = "supabase/functions";
const settings = "supabase/config.toml";

/** Writes each function's entry point and settings. Supabase's token check is off, because visitors have no token. */
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
