import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import type { ApiSettings } from "./api-worker.ts";
import { tellProblems } from "../process/tell-problems.ts";
import { isRefusal } from "./refused-request.ts";

/**
 * Starts /rest/v1, /auth/v1, /storage/v1 and /functions/v1 on one port. What the API prints
 * goes to `logFile`, and to `onProblem` what tells of more than a refused request. Fails when the
 * port is taken.
 */
export async function startApi(
  settings: ApiSettings,
  logFile: string,
  onProblem: (line: string) => void,
) {
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
  const log = createWriteStream(logFile, { flags: "w", mode: 0o600 });
  worker.stdout.pipe(log, { end: false });
  worker.stderr.pipe(log, { end: false });
  let isClosing = false;
  tellProblems(worker.stderr, (line) => {
    // Whoever still asks while it closes is cut off, and that is what closing means.
    if (!isClosing && !isRefusal(line)) onProblem(line);
  });
  const failed = once(worker, "error").then(([error]) => {
    throw error;
  });
  await Promise.race([once(worker, "message"), failed]);
  // Whoever asks it then finds nobody; why has to be found somewhere.
  failed.catch((error: unknown) => log.write(`The API ended: ${inspect(error)}\n`));
  return {
    async close() {
      isClosing = true;
      const ended = once(worker, "exit");
      worker.postMessage("close");
      const forced = setTimeout(() => void worker.terminate(), 3000);
      await ended;
      clearTimeout(forced);
      log.end();
    },
  };
}
