import { request } from "node:http";
import postgres from "postgres";
import { filledSimulation, someAddress } from "../functions/filled-forms.ts";
import type { Launcher, Part } from "../support/stacks/launcher.ts";

/** Milliseconds that a part must run before a kill. After a shorter run, the launcher would delay the restart. */
const steadyMilliseconds = 2_100;
const writers = 4;
/**
 * Pause between two forms of one visitor. Otherwise the visitors would use the processor time that the restarting part
 * needs.
 */
const pauseMilliseconds = 150;
/** Minimum number of acknowledged forms between two kills. */
const writesPerKill = 8;

export interface KillFigures {
  /**
   * Recovery times in milliseconds. A recovery ends when the server acknowledges a form that was sent after the kill.
   */
  recoveries: Record<Part, number[]>;
  acknowledged: number;
  /** E-mail addresses of applicants whose acknowledged form did not lead to exactly one row and both e-mails. */
  lost: string[];
}

/**
 * Sends simulation forms like visitors, through site, edge functions and database. At the same time, kills the parts in
 * `kills` one by one. Each kill waits until the service has recovered from the previous kill.
 */
export async function killWhileWriting(
  launcher: Launcher,
  kills: readonly Part[],
): Promise<KillFigures> {
  const sql = postgres(launcher.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`update private.limits set most = 1000000`;
  const recoveries: KillFigures["recoveries"] = { site: [], functions: [], database: [] };
  const acknowledged: { email: string; begun: number; ended: number }[] = [];
  let isOver = false;

  async function write(): Promise<void> {
    while (!isOver) {
      const form = filledSimulation();
      const begun = performance.now();
      if (await isAcknowledged(launcher.siteUrl, form)) {
        acknowledged.push({ email: form.email, begun, ended: performance.now() });
      }
      await new Promise((next) => setTimeout(next, pauseMilliseconds));
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, write));

  for (const part of kills) {
    const before = acknowledged.length;
    const since = performance.now();
    await until(
      () =>
        acknowledged.length >= before + writesPerKill &&
        performance.now() - since > steadyMilliseconds,
    );
    const victim = await launcher.processOf(part);
    if (!victim) throw new Error(`There is no process of ${part}`);
    const killed = performance.now();
    process.kill(victim.pid, "SIGKILL");
    const first = () => acknowledged.find(({ begun }) => begun > killed);
    await until(() => first() !== undefined);
    recoveries[part].push(Math.round((first()?.ended ?? Infinity) - killed));
  }
  isOver = true;
  await writing;

  const rows = await sql`
    select s.email from public.simulations as s
    join public.outgoing_mail as m on m.simulation_id = s.id
    group by s.email having count(*) = 2 and count(distinct s.id) = 1`;
  await sql.end();
  const stored = new Set(rows.map(({ email }) => String(email)));
  const lost = acknowledged.map(({ email }) => email).filter((email) => !stored.has(email));
  return { recoveries, acknowledged: acknowledged.length, lost };
}

/**
 * Sends the form like a browser without JavaScript, from a new loopback address. Returns true when the site
 * acknowledges the form.
 */
function isAcknowledged(siteUrl: string, form: object): Promise<boolean> {
  const fields = Object.entries(form).map(([name, value]) => [name, String(value)]);
  return new Promise((resolve) => {
    const post = request(
      `${siteUrl.replace("localhost", "127.0.0.1")}/simular`,
      {
        method: "POST",
        headers: { origin: siteUrl, "content-type": "application/x-www-form-urlencoded" },
        localAddress: someAddress(),
        agent: false,
      },
      (response) => {
        response.resume();
        response.on("close", () => resolve(response.statusCode === 200 && response.complete));
      },
    );
    post.on("error", () => setTimeout(() => resolve(false), 20));
    post.end(new URLSearchParams(fields).toString());
  });
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((next) => setTimeout(next, 5));
}
