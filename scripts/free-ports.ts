import { createServer } from "node:net";

/** @throws Error that names every port which another program holds. */
export async function requireFreePorts(ports: Record<string, number>): Promise<void> {
  const taken: string[] = [];
  for (const [part, port] of Object.entries(ports)) {
    if (!(await isFree(port))) taken.push(`  ${port} (${part})`);
  }
  if (taken.length === 0) return;
  throw new Error(
    `Estas portas já estão em uso por outro programa:\n${taken.join("\n")}\n` +
      "Encerre-o ou use outras portas, por exemplo: PORT_OFFSET=100 npm start",
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** A port of the loopback address that is free now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
