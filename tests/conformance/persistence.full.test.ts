// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestClient, startTestLake, temporaryDirectory, TOKEN } from "./test-lake.ts";

/** Number of acknowledged writes in each round. The process is killed during the writes that follow. */
const WRITES_PER_ROUND = 50;

let directory: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** Starts a local Content Lake in a separate process, so that a test can kill the process. */
async function spawnLake() {
  const child = spawn(process.execPath, [join(import.meta.dirname, "run-lake.ts"), directory], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  createInterface({ input: child.stderr }).on("line", console.error);
  const [url]: string[] = await once(createInterface({ input: child.stdout }), "line");
  return {
    url: url ?? "",
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test(
  "a process killed while it writes keeps every acknowledged transaction whole",
  { tags: ["full"] },
  async () => {
    const acknowledged = new Set<number>();
    for (let round = 0; round < 3; round += 1) {
      const lake = await spawnLake();
      const client = createTestClient(lake.url, TOKEN);
      const stopping = new AbortController();
      let next = round * 100_000;
      const writers = Array.from({ length: 4 }, async () => {
        while (!stopping.signal.aborted) {
          const number = (next += 1);
          try {
            await client
              .transaction()
              .create({ _id: `a-${number}`, _type: "pair", number })
              .create({ _id: `b-${number}`, _type: "pair", number, text: "x".repeat(2000) })
              .commit();
            acknowledged.add(number);
          } catch {
            // The kill may come before or after this transaction is stored. The test checks below that no transaction
            // was stored only in part.
          }
        }
      });
      const enough = acknowledged.size + WRITES_PER_ROUND;
      await vi.waitUntil(() => acknowledged.size >= enough, { timeout: 50_000, interval: 1 });
      await lake.kill();
      stopping.abort();
      await Promise.all(writers);
    }

    const lake = await startTestLake(directory);
    try {
      const pairs = await createTestClient(lake.url).fetch<{ _id: string; number: number }[]>(
        '*[_type == "pair"]{_id, number}',
      );
      const stored = new Set(pairs.map(({ _id: id }) => id));
      const lost = [...acknowledged].filter((n) => !stored.has(`a-${n}`) || !stored.has(`b-${n}`));
      const halves = pairs.filter(
        ({ number }) => !stored.has(`a-${number}`) || !stored.has(`b-${number}`),
      );
      expect(acknowledged.size).toBeGreaterThanOrEqual(3 * WRITES_PER_ROUND);
      expect(lost).toEqual([]);
      expect(halves).toEqual([]);
    } finally {
      await lake.close();
    }
  },
);

test("a data directory is locked by one process at a time", async () => {
  const lake = await startTestLake(directory);
  try {
    await expect(startTestLake(directory)).rejects.toThrow(/locked/);
  } finally {
    await lake.close();
  }
});

test("a taken port is an error that leaves the data directory unlocked", async () => {
  const lake = await startTestLake(directory);
  const other = await temporaryDirectory();
  try {
    await expect(startTestLake(other, lake.port)).rejects.toThrow(/EADDRINUSE/);
    const free = await startTestLake(other);
    await free.close();
  } finally {
    await lake.close();
    await rm(other, { recursive: true, force: true });
  }
});
