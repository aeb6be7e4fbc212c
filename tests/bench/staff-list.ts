import postgres from "postgres";
import { z } from "zod";
import { actAs } from "../../supabase/tests/support/act-as.ts";
import { seedManySimulations } from "../../supabase/tests/support/seed-many-simulations.ts";
import type { BackendStack } from "./backend-stack.ts";
import { contractRead } from "./contract-read.ts";
import type { Comparison, Sample } from "./figure.ts";
import { measure } from "./measure.ts";
import { runAtOnce } from "./run-at-once.ts";
import { measureThroughput, medianThroughput, type Throughput } from "./throughput.ts";

const CONNECTIONS = 16;
const ROWS = 100_000;
const SQL_CALLS = 1_000;
/** Limit of the 99th percentile of the durations of the calls. */
const LIMIT_MS = 150;
/**
 * Second limit, as a multiple of the time to read one contract. A busy machine slows down lists and contract reads
 * alike, so this ratio is stable.
 */
const TIMES_A_CONTRACT = 5;

/** Arguments with which the staff page calls the database function queue_page. */
interface ListCall {
  view: string;
  search: string | null;
  after_at: string | null;
  after_id: string | null;
}

export interface StaffListFigures {
  what: string;
  /** Medians of the rounds that call the API over HTTP, like the browser. */
  api: Throughput;
  /** Figures of the same calls, made directly in PostgreSQL over the same number of connections. */
  sql: Throughput;
  /** Median duration in milliseconds of one call with its transaction, when PostgreSQL does nothing else. */
  sqlAlone: number;
}

/**
 * Measures the staff list over 100,000 rows at 16 connections, through the API and directly in PostgreSQL. The calls
 * alternate with reads of one contract. A list is too slow when it exceeds `LIMIT_MS` and also takes more than
 * `TIMES_A_CONTRACT` times as long as the read of the contract in the same round.
 */
export async function measureStaffList(stack: BackendStack) {
  await seedManySimulations(stack.sql, ROWS);
  const { email, password } = stack.accounts.staff;
  const { userId, headers } = await stack.signIn(email, password);
  const url = `${stack.url}/rest/v1/rpc/queue_page`;
  const contract = await contractRead(stack);
  const readContract = () =>
    measureThroughput(contract.url, { connections: CONNECTIONS, ...contract.load });
  const lists = Object.entries(await listCalls(stack)).map(([what, calls]) => {
    const bodies = calls.map((call) => JSON.stringify(call));
    const load = { connections: CONNECTIONS, headers, bodies };
    return {
      what,
      calls,
      load,
      figure: `staff's list, ${what}, p99 ms`,
      rounds: new Array<Throughput>(),
    };
  });
  for (const { load } of lists) {
    for (const body of load.bodies) await expectRows(url, headers, body);
    // Warms up all connections: the first call of each one is slow, and these calls would decide the 99th percentile.
    await measureThroughput(url, load);
  }
  const contracts: Throughput[] = [];
  const figures = await measure(
    Object.fromEntries(lists.map(({ figure }): [string, Comparison] => [figure, "<"])),
    async () => {
      const plain = await readContract();
      contracts.push(plain);
      const limit = Math.max(LIMIT_MS, TIMES_A_CONTRACT * plain.p99Milliseconds);
      const samples: [string, Sample][] = [];
      for (const { figure, load, rounds } of lists) {
        const round = await measureThroughput(url, load);
        rounds.push(round);
        samples.push([figure, { value: round.p99Milliseconds, limit }]);
      }
      return Object.fromEntries(samples);
    },
  );
  return {
    figures,
    contract: medianThroughput(contracts),
    lists: await compareWithDatabase(stack, userId, lists),
  };
}

/** Returns the medians of the rounds through the API, and the figures of the same calls directly in PostgreSQL. */
async function compareWithDatabase(
  stack: BackendStack,
  userId: string,
  lists: readonly { what: string; calls: readonly ListCall[]; rounds: readonly Throughput[] }[],
): Promise<StaffListFigures[]> {
  const pool = postgres(stack.databaseUrl, { max: CONNECTIONS, onnotice: () => undefined });
  const compared: StaffListFigures[] = [];
  for (const { what, calls, rounds } of lists) {
    const ask = (index: number) => listInDatabase(pool, userId, calls[index % calls.length]);
    const sql = await runAtOnce({ count: SQL_CALLS, connections: CONNECTIONS }, ask);
    const alone = await runAtOnce({ count: SQL_CALLS / 10, connections: 1 }, ask);
    compared.push({
      what,
      api: medianThroughput(rounds),
      sql,
      sqlAlone: alone.medianMilliseconds,
    });
  }
  await pool.end();
  return compared;
}

async function listCalls({ sql }: BackendStack): Promise<Record<string, ListCall[]>> {
  const first: ListCall = { view: "decide", search: null, after_at: null, after_id: null };
  const [middle] = await sql`
    select created_at, id from public.simulations
    order by created_at desc, id desc offset ${ROWS / 2} limit 1`;
  const after_at = new Date(String(middle?.["created_at"])).toISOString();
  const deep = { ...first, view: "all", after_at, after_id: String(middle?.["id"]) };
  const names = ["Gabriela Souza", "João Lima", "Sérgio", "vasconcelos 77", "Íris Junqueira 4"];
  return {
    "first page": [first],
    "page in the middle": [deep],
    "other views": ["approved", "rejected", "all"].map((view) => ({ ...first, view })),
    "search by name": names.map((search) => ({ ...first, search })),
  };
}

/** Checks that a list has rows, so that the benchmark does not measure empty answers. */
async function expectRows(url: string, headers: Record<string, string>, body: string) {
  const page: unknown = await (await fetch(url, { method: "POST", headers, body })).json();
  const { rows } = z.object({ rows: z.array(z.unknown()) }).parse(page);
  if (rows.length === 0) throw new Error(`The list is empty: ${body}`);
}

function listInDatabase(pool: postgres.Sql, userId: string, call: ListCall | undefined) {
  if (!call) throw new Error("There is nothing to list.");
  const { view, search, after_at, after_id } = call;
  return actAs(
    pool,
    { role: "authenticated", userId },
    (transaction) => transaction`
      select public.queue_page(
        ${view}, ${search}, ${after_at}, ${after_id}
      )`,
  );
}
