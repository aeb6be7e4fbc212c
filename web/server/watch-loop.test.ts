import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

/** Runs a program that calls `endWhenStuck`. Returns its exit code or signal, and its error output. */
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

test("endWhenStuck kills a process with a blocked event loop and logs a line", async () => {
  const { ended, problems } = await run("setTimeout(() => { for (;;); }, 100)");
  expect(ended).toBe("SIGKILL");
  expect(JSON.parse(problems)).toMatchObject({ level: "error", event: "stuck", seconds: 1 });
});

test("endWhenStuck leaves a process alone that is busy for a short time", async () => {
  const busy = "const until = Date.now() + 300; while (Date.now() < until);";
  const { ended, problems } = await run(`setTimeout(() => { ${busy} }, 100)`);
  expect({ ended, problems }).toEqual({ ended: 0, problems: "" });
});
