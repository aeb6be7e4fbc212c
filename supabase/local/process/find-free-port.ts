import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { portState } from "./port-state.ts";

/**
 * A port of the loopback address that is free now and that no other call, in this or any other
 * process of ours, gets while this process runs.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    // Below the ports that Linux gives to outgoing connections: one of those may come between.
    const port = randomInt(10_000, 32_768);
    if ((await portState(port)) === "free" && (await claim(port))) return port;
  }
}

/**
 * Holds the same port of a second loopback address until this process ends, which tells the
 * other processes that it is promised. Where only 127.0.0.1 exists, chance has to do.
 */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const mark = createServer();
    mark.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
    mark.listen(port, "127.0.0.2", () => {
      mark.unref();
      resolve(true);
    });
  });
}
