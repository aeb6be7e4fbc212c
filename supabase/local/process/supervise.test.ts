import { spawn } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { findFreePort } from "./ports.ts";
import { runProgram } from "./run-program.ts";
import { checkOverHttp, supervise, type SupervisedPart } from "./supervise.ts";

let started: SupervisedPart | undefined;
afterEach(() => started?.stop());

const idle = "console.log('ready'); setInterval(() => {}, 1e6)";

/** Supervises a Node program. Its source text may differ between the first start and the next ones. */
function superviseProgram(
  textOf: (start: number) => string,
  watch: Pick<Parameters<typeof supervise>[0], "check" | "patience"> = {},
) {
  const reported: string[] = [];
  let starts = 0;
  const part = supervise({
    ...watch,
    name: "A peça",
    report: (line) => reported.push(line),
    launch() {
      starts += 1;
      const child = spawn(process.execPath, ["-e", textOf(starts)], {
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
      });
      return runProgram(child, { ready: "ready" });
    },
  });
  started = part;
  return { part, reported, starts: () => starts };
}

test("a killed part is restarted and reported until it is stopped", async () => {
  const { part, reported, starts } = superviseProgram(() => idle);
  await part.start();
  const pid = part.pid() ?? 0;
  process.kill(pid, "SIGKILL");
  await expect.poll(() => part.pid()).not.toBe(pid);
  await part.start();
  await expect
    .poll(() => reported)
    .toEqual([expect.stringMatching(/^A peça parou \(SIGKILL\) e foi reiniciado em \d+,\d s\.$/)]);

  const second = part.pid() ?? 0;
  await part.stop();
  expect(() => process.kill(second, 0)).toThrow("ESRCH");
  expect([starts(), reported.length]).toEqual([2, 1]);
  await part.start();
  expect(starts()).toBe(3);
});

test("a part that cannot start is retried, and each failure is reported with its reason", async () => {
  const fails = "console.error('sem espaço'); process.exit(3)";
  const { part, reported } = superviseProgram((start) =>
    start === 1 || start === 4 ? idle : fails,
  );
  await part.start();
  process.kill(part.pid() ?? 0, "SIGKILL");
  await expect.poll(() => reported.length).toBe(3);
  const failed = (pause: string) =>
    `A peça parou (SIGKILL) e não voltou; nova tentativa em ${pause} s. código 3\nsem espaço`;
  expect(reported.slice(0, 2)).toEqual([failed("0,2"), failed("0,4")]);
  expect(reported[2]).toContain("foi reiniciado");
});

test("a failed first start is thrown to the caller and not reported", async () => {
  const { part, reported } = superviseProgram(() => "console.error('sem espaço'); process.exit(3)");
  await expect(part.start()).rejects.toThrow("código 3\nsem espaço");
  expect(reported).toEqual([]);
});

test("a part that ends right after each start is restarted with pauses", async () => {
  const { part, reported, starts } = superviseProgram(() => "console.log('ready')");
  await part.start();
  await expect.poll(() => reported.length).toBe(3);
  await part.stop();
  const seen = starts();
  expect(
    reported.every((line) => line.startsWith("A peça parou (código 0) e foi reiniciado")),
  ).toBe(true);
  expect(seen).toBeLessThanOrEqual(5);
});

test(
  "a running part that no longer answers is ended and restarted",
  { tags: ["full"] },
  async () => {
    const port = await findFreePort();
    // This program answers once and then hangs.
    const stuck = `
    require("node:http").createServer((request, response) => {
      response.end("ok", () => { if (START === 1) for (;;); });
    }).listen(${port}, "127.0.0.1", () => console.log("ready"))`;
    const { part, reported } = superviseProgram((start) => stuck.replace("START", String(start)), {
      check: checkOverHttp(`http://127.0.0.1:${port}/`),
      patience: 500,
    });
    await part.start();
    const pids = [part.pid()];
    await expect.poll(() => reported.length).toBe(1);
    // SIGSTOP imitates a process that waits forever for a disk.
    pids.push(part.pid());
    process.kill(part.pid() ?? 0, "SIGSTOP");
    await expect.poll(() => reported.length).toBe(2);
    pids.push(part.pid());
    expect(new Set(pids).size).toBe(3);
    expect(reported.every((line) => line.startsWith("A peça parou (não respondia) e foi"))).toBe(
      true,
    );
  },
);

test("a part that misses two answers in a row and then answers is not restarted", async () => {
  let asked = 0;
  const check = async () => {
    asked += 1;
    if (asked % 3 !== 0) throw new Error("busy");
  };
  const { part, reported, starts } = superviseProgram(() => idle, { check, patience: 20 });
  await part.start();
  await expect.poll(() => asked).toBeGreaterThan(8);
  expect([starts(), reported]).toEqual([1, []]);
});

test("a part that ignores its stop signal is ended by force", { tags: ["full"] }, async () => {
  const { part } = superviseProgram(() => idle);
  await part.start();
  const pid = part.pid() ?? 0;
  process.kill(pid, "SIGSTOP");
  await part.stop();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
