import type { AttackTarget } from "./attack-target.ts";
import type { Procedure } from "./read-catalog.ts";
import { onEach } from "./tally.ts";

const deepJson = "[".repeat(5_000) + "]".repeat(5_000);
const oddTexts = [
  "",
  "' or 1=1 --",
  "\u0000",
  "\ud800",
  "%00",
  "../../etc/passwd",
  "x".repeat(20_000),
  "＇；ＤＲＯＰ",
];
const oddNumbers = [-1, 0, 2_147_483_648, 1e308];
const oddObjects: unknown[] = [
  {},
  [],
  { submissionId: "x" },
  { constructor: { prototype: { admin: true } } },
  { fullName: null, cpf: {} },
];

/** Returns argument values to try for a type; `ids` are ids of existing rows. */
function valuesFor(type: string, ids: readonly string[]): unknown[] {
  if (type === "uuid") return [...ids, "nenhum", "", null, 1, {}];
  if (type.includes("json")) return [...oddObjects, "x", null, 1];
  if (/int|numeric|double/.test(type)) return [...oddNumbers, "1; select 1", null];
  if (type.includes("timestamp")) return ["infinity", "-infinity", "x", null];
  if (type === "boolean") return [true, "x", null];
  return [...oddTexts, null, 1, [], {}];
}

const oddBodies = ["", "null", "[]", '{"__proto__":{"admin":true}}', '{"outro":1}', "{", deepJson];

function bodiesFor({ args }: Procedure, ids: readonly string[]): string[] {
  const pools = args.map(([name, type]) => [name, valuesFor(type, ids)] as const);
  const most = Math.max(0, ...pools.map(([, values]) => values.length));
  const filled = Array.from({ length: most }, (_value, index) =>
    Object.fromEntries(pools.map(([name, values]) => [name, values[index % values.length]])),
  );
  return filled.map((body) => JSON.stringify(body));
}

/** Ids without a row. Staff attackers get only these ids, because staff may change existing rows. */
const absentIds = ["00000000-0000-4000-8000-000000000000"];
/**
 * The API detects some faults before it looks up the function, so only every eighth function gets the probes of these
 * faults.
 */
const sampledEvery = 8;

/**
 * Calls every database function as every attacker with unexpected arguments, also functions that the API does not
 * expose. Leaves out most calls that the API refuses before it reads the arguments.
 */
export async function attackProcedures(target: AttackTarget): Promise<void> {
  const { victim, procedures, attackers } = target;
  const ids = [victim.simulationId, victim.contractId, victim.userId, victim.mailId];
  const tries = procedures.flatMap((procedure, place) =>
    attackers.map((attacker) => {
      const isSome = place % sampledEvery === 0;
      const isHidden = procedure.schema !== "public";
      const isStaff = attacker.mayRead.size > 0;
      const [first = "{}", ...others] = bodiesFor(procedure, isStaff ? absentIds : ids);
      const bodies: (string | undefined)[] = [];
      if (attacker.isKnown) bodies.push(undefined, first);
      else if (isSome || !isHidden) bodies.push(first);
      if (attacker.isKnown && !isHidden) bodies.push(...others, ...(isSome ? oddBodies : []));
      return { procedure, attacker, bodies, isHidden };
    }),
  );
  await onEach(tries, async ({ procedure: { schema, name, args }, attacker, bodies, isHidden }) => {
    const query = new URLSearchParams(args.map(([arg]): [string, string] => [arg, ids[0] ?? ""]));
    for (const body of bodies) {
      const answer = await target.ask(
        isHidden ? "functions of the database: hidden" : "functions of the database: exposed",
        attacker,
        {
          method: body === undefined ? "GET" : "POST",
          path: `/rest/v1/rpc/${name}${body === undefined ? `?${query}` : ""}`,
          headers: {
            "content-type": "application/json",
            ...(isHidden ? { "content-profile": schema, "accept-profile": schema } : {}),
            ...attacker.headers,
          },
          body,
        },
      );
      if (isHidden && answer.status < 400) {
        target.tally.fault(
          `${attacker.name} called ${schema}.${name}: ${answer.body.slice(0, 80)}`,
        );
      }
      if (body !== undefined && /permission denied for function/.test(answer.body)) break;
    }
  });
}
