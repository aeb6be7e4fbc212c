import * as z from "zod/mini";
import { askedFilesFileType } from "#contracts/stored-values.ts";
import { type CleanDocument, cleanDocument, unfit } from "./clean-document.ts";
import { Unreadable } from "./read-pdf.ts";

type Usage = { user: number; system: number };
// Deno offers Node's `process`. This declaration lets the TypeScript compiler of the site check the functions too.
declare const process: { cpuUsage(since?: Usage): Usage };

/** Processor time that a hosted function has for one HTTP request. */
const longestCpuMs = 2_000;
/** Maximum elapsed time. It exceeds the processor time, because a thread on a busy machine must wait. */
const longestMs = 30_000;
const lookMs = 100;

const answerSchema = z.union([
  z.object({
    document: z.object({
      bytes: z.instanceof(Uint8Array),
      type: z.enum(askedFilesFileType),
      extension: z.string(),
    }),
  }),
  z.object({ refusal: z.string() }),
  z.object({ failure: z.string() }),
]);

let former: Promise<unknown> = Promise.resolve();

/**
 * Runs `cleanDocument` for one file at a time, in a thread that is ended after 2 s of processor time. The thread takes
 * over `bytes`, so the caller cannot use `bytes` afterwards. @throws RequestFailure 422 for a file that may not be
 * stored or takes too long.
 */
export function judgeDocument(bytes: Uint8Array<ArrayBuffer>): Promise<CleanDocument> {
  const judged = former.then(() => judgeApart(bytes));
  former = judged.catch(() => undefined);
  return judged;
}

async function judgeApart(bytes: Uint8Array<ArrayBuffer>): Promise<CleanDocument> {
  const worker = await startWorker();
  // Hosted functions have no threads. Each HTTP request has its own process there, and `cleanDocument` limits the work.
  if (!worker) return cleanDocument(bytes);
  let looking: ReturnType<typeof setInterval> | undefined;
  try {
    const answer = await new Promise<unknown>((resolve, reject) => {
      const begun = { at: performance.now(), cpu: process.cpuUsage() };
      looking = setInterval(() => {
        const { user, system } = process.cpuUsage(begun.cpu);
        const isLate = performance.now() - begun.at > longestMs;
        if (isLate || (user + system) / 1000 > longestCpuMs)
          reject(unfit(new Unreadable().message));
      }, lookMs);
      worker.addEventListener("message", ({ data }) => resolve(data));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        reject(new Error("The thread for documents ended"));
      });
      worker.postMessage(bytes, [bytes.buffer]);
    });
    const parsed = answerSchema.parse(answer);
    if ("document" in parsed) return parsed.document;
    if ("refusal" in parsed) throw unfit(parsed.refusal);
    throw new Error(parsed.failure);
  } finally {
    clearInterval(looking);
    worker.terminate();
  }
}

/** Starts a thread that waits for a file. Returns undefined when the runtime has no threads. */
async function startWorker(): Promise<Worker | undefined> {
  if (typeof Worker === "undefined") return undefined;
  let worker: Worker | undefined;
  try {
    const started = new Worker(new URL("document-worker.ts", import.meta.url), { type: "module" });
    worker = started;
    await new Promise<void>((resolve, reject) => {
      started.addEventListener("message", () => resolve(), { once: true });
      started.addEventListener("error", (event) => {
        event.preventDefault();
        reject(new Error("no thread"));
      });
    });
    return worker;
  } catch {
    worker?.terminate();
    return undefined;
  }
}
