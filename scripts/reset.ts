import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { lockData } from "../supabase/local/process/data-lock.ts";
import { localDirectory } from "./stack/stack-file.ts";
import { runCommand } from "./run-command.ts";

/** `npm run reset` deletes all local data, so that the next start begins with the seed content. */
await runCommand(async () => {
  if (existsSync(localDirectory)) {
    await lockData(localDirectory);
    await rm(localDirectory, { recursive: true, force: true });
  }
  console.log("Dados locais apagados. O próximo npm start começa com o conteúdo inicial.");
});
