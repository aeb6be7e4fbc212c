import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";

/** `npm run reset`: the next start begins with the seed content. */
if (existsSync(".local/stack.json")) {
  console.error("Há uma cópia em execução. Encerre-a com Ctrl-C antes de apagar os dados.");
  process.exit(1);
}
await rm(".local", { recursive: true, force: true });
console.log("Dados locais apagados. O próximo npm start começa com o conteúdo inicial.");
