import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";

/** Finds a free port of 127.0.0.1. No other process of this project gets this port while the current process runs. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    // These ports are below the range that Linux uses for outgoing connections, so no connection can take the port
    // meanwhile.
    const port = randomInt(10_000, 32_768);
    if ((await portState(port)) === "free" && (await claim(port))) return port;
  }
}

/**
 * Reserves a port for this process by listening on 127.0.0.2; returns false if it is already reserved. On a machine
 * without that address, reserves nothing and returns true.
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

/** Returns the state of a port. "held": unused, but blocked by the system for up to a minute after a connection. */
export async function portState(port: number): Promise<PortState> {
  const fault = await tryToHave(port);
  if (fault === undefined) return "free";
  return fault === "EADDRINUSE" && !(await answers(port)) ? "held" : "taken";
}

/** Listens on the port for a moment. Returns undefined when that succeeds, and otherwise the error's code. */
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
