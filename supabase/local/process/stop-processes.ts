import { isRunning, type OwnProcess } from "./process-identity.ts";

const patienceMilliseconds = 5_000;

/**
 * Ends those that still run: asks as Ctrl-C does, and after five seconds does not ask.
 * @throws Error that names those which do not end even so, or may not be ended by this user.
 */
export async function stopProcesses(processes: readonly OwnProcess[]): Promise<void> {
  for (const name of ["SIGINT", "SIGKILL"] as const) {
    const running = processes.filter(isRunning);
    for (const { pid } of running) signal(pid, name);
    const deadline = Date.now() + patienceMilliseconds;
    while (running.some(isRunning) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const left = processes.filter(isRunning).map(({ pid }) => pid);
  if (left.length > 0) {
    throw new Error(
      `Estes processos de uma execução anterior não puderam ser encerrados: ${left.join(", ")}. ` +
        "Encerre-os antes de iniciar de novo.",
    );
  }
}

function signal(pid: number, name: "SIGINT" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between, or is another user's, which the end of the wait tells.
  }
}
