import type { Ground } from "./attack-ground.ts";
import type { Attacker } from "./attackers.ts";
import type { Probe } from "./probe.ts";
import type { Table } from "./read-catalog.ts";
import { onEach } from "./tally.ts";

const otherSchemas = ["auth", "private", "storage", "extensions", "pg_catalog", "cron", "vault"];
const oddQueries = [
  "select=*&limit=-1",
  "select=*&offset=99999999999",
  "select=*;select%201",
  "select=*%27--",
  "select=%22*%22",
  "select=count",
  "select=row_to_json",
  "select=*&order=(select%201)",
  "select=*&or=(id.not.is.null,id.is.null)",
  "select=*&and=(not.id.is.null)",
  "select=*&id=in.(select%20id)",
  "columns=*",
  "",
];
const readHeaders: Record<string, string>[] = [
  { prefer: "count=exact" },
  { prefer: "count=planned" },
  { range: "0-9999", "range-unit": "items" },
  { accept: "text/csv" },
  { accept: "application/vnd.pgrst.object+json" },
  { accept: "application/vnd.pgrst.plan+text; options=analyze|verbose" },
  { accept: "application/octet-stream" },
  { "x-http-method-override": "DELETE" },
];
const writePreferences = [
  "return=representation",
  "resolution=merge-duplicates,return=representation",
];

/** Reads and writes one table in every way that the API offers, and some that it does not. */
export function tableProbes(
  { table, columns, granted, related }: Table,
  all: readonly Table[],
  ids: readonly string[],
): { reads: Probe[]; writes: Probe[] } {
  const at = (query: string) => `/rest/v1/${table}?${query}`;
  const [key = "id"] = columns;
  const marks = columns.flatMap((column) => [
    { path: at(`select=${column}`) },
    { path: at(`select=${key}&${column}=not.is.null&order=${column}.desc.nullslast`) },
  ]);
  // With what is granted of the other: asking for all of it is refused before rows are looked at, as is
  // whatever no key leads to.
  const others = all.filter((other) => related.includes(other.table) || other === all[0]);
  const embeds = others.map((other) => ({
    path: at(`select=${key},${other.table}(${other.granted.join()})`),
  }));
  const reads = [
    { path: at("select=*") },
    { path: at(`select=${granted.join()}`) },
    { path: at(`select=${granted.join()}&order=${key}.desc`), headers: { prefer: "count=exact" } },
    { path: at("select=*"), method: "HEAD", headers: { prefer: "count=exact" } },
    ...oddQueries.map((query) => ({ path: at(query) })),
    ...readHeaders.map((headers) => ({ path: at("select=*"), headers })),
    // The schema is judged before the table is looked for: one table stands for all.
    ...(table === all[0]?.table ? otherSchemas : []).map((schema) => ({
      path: at("select=*"),
      headers: { "accept-profile": schema },
    })),
    ...ids.map((id) => ({ path: at(`select=*&${key}=eq.${id}`) })),
    { path: at("select=*"), headers: { "accept-profile": "public,auth" } },
  ];
  return { reads: [...reads, ...marks, ...embeds], writes: writeProbes(table, columns, ids) };
}

function writeProbes(table: string, columns: readonly string[], ids: readonly string[]): Probe[] {
  const [key = "id"] = columns;
  const all = `/rest/v1/${table}?${key}=not.is.null`;
  const [victim = ""] = ids;
  const row = JSON.stringify(Object.fromEntries(columns.map((column) => [column, victim])));
  const bodies = ["{}", "[]", "null", `{"${key}":"${victim}"}`, row, `[${row},${row}]`];
  return writePreferences.flatMap((prefer) => [
    ...bodies.map((body) => ({
      method: "POST",
      path: `/rest/v1/${table}`,
      body,
      headers: { prefer },
    })),
    { method: "PATCH", path: all, body: row, headers: { prefer } },
    { method: "PATCH", path: `/rest/v1/${table}`, body: "{}", headers: { prefer } },
    {
      method: "PUT",
      path: `/rest/v1/${table}?${key}=eq.${victim}`,
      body: row,
      headers: { prefer },
    },
    { method: "DELETE", path: all, headers: { prefer } },
    { method: "DELETE", path: `/rest/v1/${table}`, headers: { prefer } },
  ]);
}

/**
 * What is said at the door: for somebody whom the API does not know, fewer of each kind are enough.
 */
const forStrangers = (probes: readonly Probe[]) =>
  probes.filter((_probe, index) => index % 20 === 0);

/**
 * Every table x verb x attacker: no foreign row is read and none is changed. Whose role may not use a verb
 * on a table at all is refused before the body is looked at: no second body of that verb is sent. A table
 * of which nobody may read a column refuses all of them for that: all read it as it is, and each of the
 * other ways is tried by one of them, in turn.
 */
export async function attackTables(ground: Ground): Promise<void> {
  const { victim, tables, attackers } = ground;
  const ids = [victim.contractId, victim.simulationId, victim.userId];
  const json = { "content-type": "application/json" };
  const tries = tables.flatMap((table) => {
    const { reads, writes } = tableProbes(table, tables, ids);
    const known = attackers.filter(({ isKnown }) => isKnown);
    const readsBy = (attacker: Attacker) =>
      table.granted.length > 0
        ? reads
        : reads.filter((_read, place) => !place || known[place % known.length] === attacker);
    return attackers.map((attacker) => ({
      attacker,
      probes: attacker.isKnown
        ? [...readsBy(attacker), ...writes]
        : forStrangers([...reads, ...writes]),
    }));
  });
  await onEach(tries, async ({ attacker, probes }) => {
    const closed = new Set<string>();
    for (const probe of probes) {
      const { method = "GET" } = probe;
      if (closed.has(method)) continue;
      const headers = { ...json, ...probe.headers, ...attacker.headers };
      const kind = attacker.isKnown ? "tables: every verb by persona" : "tables: forged tokens";
      const answer = await ground.ask(kind, attacker, { ...probe, headers });
      if (["GET", "HEAD"].includes(method)) continue;
      if (/permission denied for table/.test(answer.body)) closed.add(method);
      if (answer.status < 300 && /[{[]\s*"/.test(answer.body)) {
        ground.tally.fault(`${attacker.name} ${method} ${probe.path}: ${answer.body.slice(0, 80)}`);
      }
    }
  });
}
