import { importSeed } from "../local/import-seed.ts";
import { resolveContentTarget } from "../local/resolve-content-target.ts";

const [source = "studio/seed/content.ndjson"] = process.argv.slice(2);

try {
  const target = resolveContentTarget(process.env, ".local/stack.json");
  const count = await importSeed({ ...target, source });
  console.log(`${count} documentos importados em ${target.url ?? target.projectId}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
