import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";

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

export type PortState = "free" | "taken" | "held";

/**
 * Tries to have a port of 127.0.0.1, as the servers will. "held" is one that nobody answers on: the
 * system gave it to a connection that somebody opened, and keeps it for a minute after its end.
 */
export async function portState(port: number): Promise<PortState> {
  const fault = await tryToHave(port);
  if (fault === undefined) return "free";
  return fault === "EADDRINUSE" && !(await answers(port)) ? "held" : "taken";
}

/** Gives the code of what kept it from having the port, if anything did. */
function tryToHave(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? "unknown"));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(undefined)));
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}
