import { exportContent } from "../local/export-content.ts";
import { resolveContentTarget } from "../local/resolve-content-target.ts";

const [destination = "content.tar.gz"] = process.argv.slice(2);

try {
  const target = resolveContentTarget(process.env, ".local/stack.json");
  const { documentCount, assetCount } = await exportContent({ ...target, destination });
  console.log(`${documentCount} documentos e ${assetCount} imagens salvos em ${destination}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
