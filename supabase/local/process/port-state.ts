import { connect, createServer } from "node:net";

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
