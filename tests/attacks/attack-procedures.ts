import type { Ground } from "./attack-ground.ts";
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

/** Arguments of a type that somebody might try; `ids` are those of rows that exist. */
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

/** What staff may call changes what it names: they try rows that are not there. */
const nobody = ["00000000-0000-4000-8000-000000000000"];
/** One function in so many stands for all in what is judged before the function is looked for. */
const someOf = 8;

/**
 * Every function of the database x attacker x odd arguments; the hidden ones by their schema, too.
 * Whom the API does not know is told so before it looks for a function, and a hidden schema before
 * it looks at arguments: of those, fewer are enough. Whose role may not execute a function is told so
 * whatever the arguments are: once is enough.
 */
export async function attackProcedures(ground: Ground): Promise<void> {
  const { victim, procedures, attackers } = ground;
  const ids = [victim.simulationId, victim.contractId, victim.userId, victim.mailId];
  const tries = procedures.flatMap((procedure, place) =>
    attackers.map((attacker) => {
      const isSome = place % someOf === 0;
      const isHidden = procedure.schema !== "public";
      const isStaff = attacker.mayRead.size > 0;
      const [first = "{}", ...others] = bodiesFor(procedure, isStaff ? nobody : ids);
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
      const answer = await ground.ask(
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
        ground.tally.fault(
          `${attacker.name} called ${schema}.${name}: ${answer.body.slice(0, 80)}`,
        );
      }
      if (body !== undefined && /permission denied for function/.test(answer.body)) break;
    }
  });
}
