import { spawn } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { findFreePort } from "./ports.ts";
import { runProgram } from "./run-program.ts";
import { askOverHttp, supervise, type SupervisedPart } from "./supervise.ts";

let started: SupervisedPart | undefined;
afterEach(() => started?.stop());

const idle = "console.log('ready'); setInterval(() => {}, 1e6)";

/** Supervises a program of Node's whose text may differ from one start to the next. */
function superviseProgram(
  textOf: (start: number) => string,
  watch: Pick<Parameters<typeof supervise>[0], "ask" | "patience"> = {},
) {
  const told: string[] = [];
  let starts = 0;
  const part = supervise({
    ...watch,
    name: "A peça",
    tell: (line) => told.push(line),
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
  return { part, told, starts: () => starts };
}

test("one that is killed is started again, with a line, until it is told to stop", async () => {
  const { part, told, starts } = superviseProgram(() => idle);
  await part.start();
  const pid = part.pid() ?? 0;
  process.kill(pid, "SIGKILL");
  await expect.poll(() => part.pid()).not.toBe(pid);
  await part.start();
  await expect
    .poll(() => told)
    .toEqual([expect.stringMatching(/^A peça parou \(SIGKILL\) e foi reiniciado em \d+,\d s\.$/)]);

  const second = part.pid() ?? 0;
  await part.stop();
  expect(() => process.kill(second, 0)).toThrow("ESRCH");
  expect([starts(), told.length]).toEqual([2, 1]);
  await part.start();
  expect(starts()).toBe(3);
});

test("one that cannot start is tried again and again, each time told with its reason", async () => {
  const fails = "console.error('sem espaço'); process.exit(3)";
  const { part, told } = superviseProgram((start) => (start === 1 || start === 4 ? idle : fails));
  await part.start();
  process.kill(part.pid() ?? 0, "SIGKILL");
  await expect.poll(() => told.length).toBe(3);
  const failed = (pause: string) =>
    `A peça parou (SIGKILL) e não voltou; nova tentativa em ${pause} s. código 3\nsem espaço`;
  expect(told.slice(0, 2)).toEqual([failed("0,2"), failed("0,4")]);
  expect(told[2]).toContain("foi reiniciado");
});

test("the very first start that fails is the caller's to hear of", async () => {
  const { part, told } = superviseProgram(() => "console.error('sem espaço'); process.exit(3)");
  await expect(part.start()).rejects.toThrow("código 3\nsem espaço");
  expect(told).toEqual([]);
});

test("one that ends again as soon as it runs is not started without a pause", async () => {
  const { part, told, starts } = superviseProgram(() => "console.log('ready')");
  await part.start();
  await expect.poll(() => told.length).toBe(3);
  await part.stop();
  const seen = starts();
  expect(told.every((line) => line.startsWith("A peça parou (código 0) e foi reiniciado"))).toBe(
    true,
  );
  expect(seen).toBeLessThanOrEqual(5);
});

test(
  "one that runs and no longer answers is ended and started again, however it is stuck",
  { tags: ["full"] },
  async () => {
    const port = await findFreePort();
    // Answers once, and then never again.
    const stuck = `
    require("node:http").createServer((request, response) => {
      response.end("ok", () => { if (START === 1) for (;;); });
    }).listen(${port}, "127.0.0.1", () => console.log("ready"))`;
    const { part, told } = superviseProgram((start) => stuck.replace("START", String(start)), {
      ask: askOverHttp(`http://127.0.0.1:${port}/`),
      patience: 500,
    });
    await part.start();
    const pids = [part.pid()];
    await expect.poll(() => told.length).toBe(1);
    // As a process is that waits for a disk that never answers.
    pids.push(part.pid());
    process.kill(part.pid() ?? 0, "SIGSTOP");
    await expect.poll(() => told.length).toBe(2);
    pids.push(part.pid());
    expect(new Set(pids).size).toBe(3);
    expect(told.every((line) => line.startsWith("A peça parou (não respondia) e foi"))).toBe(true);
  },
);

test("one that does not answer twice in a row, and then does, is left alone", async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (asked % 3 !== 0) throw new Error("busy");
  };
  const { part, told, starts } = superviseProgram(() => idle, { ask, patience: 20 });
  await part.start();
  await expect.poll(() => asked).toBeGreaterThan(8);
  expect([starts(), told]).toEqual([1, []]);
});

test(
  "one that does not end when it is told to is ended all the same",
  { tags: ["full"] },
  async () => {
    const { part } = superviseProgram(() => idle);
    await part.start();
    const pid = part.pid() ?? 0;
    process.kill(pid, "SIGSTOP");
    await part.stop();
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  },
);
