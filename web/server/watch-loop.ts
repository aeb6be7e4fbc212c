import { Worker } from "node:worker_threads";

/** Maximum time for which the event loop may be blocked. The slowest rendering takes a few hundred milliseconds. */
const LIMIT_MS = 20_000;

/**
 * Kills this process when its event loop is blocked for `limit` ms. Hosts restart ended processes (`Restart=always`),
 * but not hanging ones. The check runs in a thread, because a blocked event loop runs no code.
 */
export function endWhenStuck(limit = LIMIT_MS): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), limit / 8).unref();
  new Worker(watcher, { eval: true, execArgv: [], workerData: { beats, limit } }).unref();
}

/**
 * Code of the checking thread, in plain JavaScript so that it needs no file of its own. The thread kills the process
 * only after two missed heartbeats, so that a process survives being suspended and resumed.
 */
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
