import type { AttackTarget } from "./attack-target.ts";
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

/** Returns probes that read and write one table in every way that the API offers, and in some other ways. */
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
  // An embed reads a second table in the same HTTP request. These embeds name only granted columns of related tables,
  // because the API refuses other columns and tables before it looks at rows.
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
    // The API checks the schema before it looks up the table, so the probes of one table cover all tables.
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
 * Returns every twentieth probe. Unknown callers send only these, because the API rejects every unknown caller before
 * it looks up the table.
 */
const forStrangers = (probes: readonly Probe[]) =>
  probes.filter((_probe, index) => index % 20 === 0);

/**
 * Tries every HTTP method on every table as every attacker. Leaves out most probes that the API refuses whatever the
 * table, query or body is.
 */
export async function attackTables(target: AttackTarget): Promise<void> {
  const { victim, tables, attackers } = target;
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
      const answer = await target.ask(kind, attacker, { ...probe, headers });
      if (["GET", "HEAD"].includes(method)) continue;
      if (/permission denied for table/.test(answer.body)) closed.add(method);
      if (answer.status < 300 && /[{[]\s*"/.test(answer.body)) {
        target.tally.fault(`${attacker.name} ${method} ${probe.path}: ${answer.body.slice(0, 80)}`);
      }
    }
  });
}
