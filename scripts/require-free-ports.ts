import { type PortState, portState } from "../supabase/local/process/port-state.ts";

/** The system keeps the port of a closed connection for a minute. */
const patienceMilliseconds = 70_000;

/**
 * Waits for ports that only a connection of somebody's holds, and tells `tell` so.
 * @throws Error that names every port which another program serves, or a connection does not let go.
 */
export async function requireFreePorts(
  ports: Record<string, number>,
  tell: (text: string) => void,
): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds;
  let hasSaid = false;
  for (;;) {
    const taken = await takenPorts(ports);
    if (taken.length === 0) return;
    const isHopeless = taken.some(({ state }) => state === "taken") || Date.now() > deadline;
    const list = taken.map(({ part, port }) => `  ${port} (${part})`).join("\n");
    if (isHopeless) {
      throw new Error(
        `Estas portas já estão em uso por outro programa:\n${list}\n` +
          "Encerre-o ou use outras portas, por exemplo: PORT_OFFSET=100 npm start",
      );
    }
    if (!hasSaid) tell(`Aguardando uma conexão recém-encerrada liberar (até 1 minuto):\n${list}`);
    hasSaid = true;
    await new Promise((passed) => setTimeout(passed, 500));
  }
}

async function takenPorts(ports: Record<string, number>) {
  const taken: { part: string; port: number; state: PortState }[] = [];
  for (const [part, port] of Object.entries(ports)) {
    const state = await portState(port);
    if (state !== "free") taken.push({ part, port, state });
  }
  return taken;
}
