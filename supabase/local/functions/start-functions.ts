import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { tellProblems } from "../process/tell-problems.ts";

const installerSchema = z.object({
  runInstall: z.custom<() => string>((v) => typeof v === "function"),
});

/**
 * Starts the one Deno process that serves all edge functions on 127.0.0.1:`port`, offline:
 * npm packages come from the project's node_modules. `environment` is all that it gets. What it
 * prints goes to `logFile`, warnings and errors to `onProblem` as well.
 */
export async function startFunctions(options: {
  port: number;
  directory: URL;
  environment: Record<string, string>;
  logFile: string;
  onProblem: (line: string) => void;
}) {
  const { port, directory, environment, logFile, onProblem } = options;
  const require = createRequire(import.meta.url);
  const deno = installerSchema.parse(require("deno/install_api.cjs")).runInstall();
  const project = fileURLToPath(new URL("../../../", import.meta.url));
  const log = createWriteStream(logFile, { flags: "w", mode: 0o600 });
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const child = spawn(
      deno,
      [
        "run",
        "--quiet",
        "--no-prompt",
        "--no-lock",
        "--cached-only",
        "--node-modules-dir=manual",
        // A request that was answered is not aborted; Deno 2 warns of its old way otherwise.
        "--unstable-no-legacy-abort",
        `--config=${fileURLToPath(new URL("deno.json", directory))}`,
        "--allow-net",
        "--allow-env",
        "--allow-sys",
        `--allow-read=${project}`,
        fileURLToPath(new URL("functions-host.ts", import.meta.url)),
        directory.href,
        String(port),
      ],
      {
        cwd: project,
        stdio: ["pipe", "pipe", "pipe"],
        env: {
          PATH: process.env["PATH"],
          HOME: process.env["HOME"],
          NO_COLOR: "1",
          ...environment,
        },
      },
    );
    running = child;
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    let said = "";
    child.stderr
      .setEncoding("utf8")
      .on("data", (text: string) => (said = (said + text).slice(-4000)));
    tellProblems(child.stderr, onProblem);
    child.stdin.on("error", () => undefined);

    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        if (text.includes("ready")) resolve();
      });
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`Deno: ${said}`)));
    });
  }

  await start();
  return {
    start,
    /** Process id of the last start; the crash test kills it. */
    pid: () => running?.pid,
    async close() {
      const child = running;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      log.end();
    },
  };
}
