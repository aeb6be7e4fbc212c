import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

/** Runs a program that is watched; gives how it ended and what it told of problems. */
async function run(program: string) {
  const module = JSON.stringify(new URL("watch-loop.ts", import.meta.url).href);
  const code = `import { endWhenStuck } from ${module}; endWhenStuck(1_000); ${program}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 30_000,
  });
  const [problems] = await Promise.all([text(child.stderr), once(child, "close")]);
  return { ended: child.signalCode ?? child.exitCode, problems };
}

test("a process whose loop stands still ends with a line that says so", async () => {
  const { ended, problems } = await run("setTimeout(() => { for (;;); }, 100)");
  expect(ended).toBe("SIGKILL");
  expect(JSON.parse(problems)).toMatchObject({ level: "error", event: "stuck", seconds: 1 });
});

test("one that is busy for a while goes on, and ends by itself", async () => {
  const busy = "const until = Date.now() + 300; while (Date.now() < until);";
  const { ended, problems } = await run(`setTimeout(() => { ${busy} }, 100)`);
  expect({ ended, problems }).toEqual({ ended: 0, problems: "" });
});
