import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    axeStatesFile: string;
  }
}

/** Opens the file in which tests record each page state that axe-core checked. `print` prints the number of states. */
export async function openAxeStates() {
  const directory = await mkdtemp(join(tmpdir(), "payser-axe-"));
  const file = join(directory, "states.txt");
  await appendFile(file, "");
  return {
    file,
    async print(): Promise<void> {
      const states = (await readFile(file, "utf8")).split("\n").filter(Boolean);
      const broken = states.filter((violations) => violations !== "0").length;
      if (states.length > 0)
        console.log(`axe: ${states.length} states of pages tried, ${broken} with violations`);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Records a checked page state with the number of its violations. */
export async function noteAxeState(violations: number): Promise<void> {
  await appendFile(inject("axeStatesFile"), `${violations}\n`);
}
