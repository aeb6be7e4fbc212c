import { isFree } from "../supabase/local/process/find-free-port.ts";

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
