import { createInterface } from "node:readline";
import type { Writable } from "node:stream";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import type { ApiSettings } from "./api-worker.ts";
import { type RunningPart, isMessage } from "../process/run-program.ts";
import { checkOverHttp, supervise } from "../process/supervise.ts";
import { isRefusal } from "./local-connection.ts";

/** Starts the local REST, auth and storage APIs on one port. Fails when another program uses the port. */
export async function startApi(options: {
  settings: ApiSettings;
  log: Writable;
  onProblem: (line: string) => void;
  report: (line: string) => void;
}) {
  const api = supervise({
    name: "O servidor da API do Supabase",
    report: options.report,
    launch: () => runWorker(options),
    check: checkOverHttp(`http://127.0.0.1:${options.settings.port}/`),
  });
  await api.start();
  return api;
}

async function runWorker({
  settings,
  log,
  onProblem,
}: Parameters<typeof startApi>[0]): Promise<RunningPart> {
  const worker = new Worker(new URL("./api-worker.ts", import.meta.url), {
    workerData: settings,
    stdout: true,
    stderr: true,
    env: {
      ...process.env,
      LITE_TELEMETRY: "0",
      DO_NOT_TRACK: "1",
      LITE_AUTH_BCRYPT_COST: String(settings.passwordCost),
    },
  });
  worker.stdout.pipe(log, { end: false });
  worker.stderr.pipe(log, { end: false });
  let isClosing = false;
  createInterface({ input: worker.stderr }).on("line", (line) => {
    // HTTP requests that are interrupted because the API closes are not reported.
    if (!isClosing && isMessage(line) && !isRefusal(line)) onProblem(line);
  });
  let fault: unknown;
  worker.once("error", (error) => {
    fault = error;
    log.write(`The API ended: ${inspect(error)}\n`);
  });
  const ended = new Promise<string>((resolve) => {
    worker.once("exit", (code) => resolve(fault instanceof Error ? fault.name : `código ${code}`));
  });
  await new Promise<void>((resolve, reject) => {
    worker.once("message", () => resolve());
    void ended.then((how) => reject(fault instanceof Error ? fault : new Error(how)));
  });
  return {
    ended,
    async close() {
      isClosing = true;
      worker.postMessage("close");
      const forced = setTimeout(() => void worker.terminate(), 3000);
      await ended;
      clearTimeout(forced);
    },
    kill: () => void worker.terminate(),
  };
}
