import { Worker } from "node:worker_threads";

/** Milliseconds. What takes longest, a page with all its content, takes some hundred. */
const LIMIT_MS = 20_000;

/**
 * Ends this process with a line in the log when its event loop has stood still for `limit` milliseconds: it would
 * answer nobody, and hosts start anew what has ended (`Restart=always`), not what merely runs. A thread of its
 * own looks, as nothing in a loop that stands still could. It keeps no process from ending.
 */
export function endWhenStuck(limit = LIMIT_MS): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), limit / 8).unref();
  new Worker(watcher, { eval: true, execArgv: [], workerData: { beats, limit } }).unref();
}

/** Plain JavaScript, as the build has no other file for it. A process that was suspended gets a second look. */
const watcher = `
const { workerData: { beats, limit } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
let seen = -1;
let misses = 0;
setInterval(() => {
  const now = Atomics.load(beats, 0);
  misses = now === seen ? misses + 1 : 0;
  seen = now;
  if (misses < 2) return;
  const line = { level: "error", time: new Date().toISOString(), event: "stuck", seconds: limit / 1000 };
  try {
    writeSync(2, JSON.stringify(line) + "\\n");
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}, limit / 2);`;
