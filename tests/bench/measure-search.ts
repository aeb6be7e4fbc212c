import { actAs } from "../../supabase/tests/support/act-as.ts";
import { explainNested } from "../../supabase/tests/support/explain-nested.ts";
import { type SearchCall, searchCalls } from "./search-calls.ts";
import type { SearchDatabase } from "./search-database.ts";

export interface SearchFigures {
  what: string;
  /** Milliseconds of each call except the first, one list per database. */
  times: number[][];
  /** Milliseconds of the first call on each database, right after the start of PostgreSQL. */
  first: number[];
  /** Slowest call on the last database and its milliseconds. */
  slowest: { call: SearchCall; took: number };
  /** Query plans of the slowest call, from another run of the same call. */
  plans: string[];
}

/** Runs the calls one after the other, alternating between the kinds of call and between the databases. */
export async function measureSearch(
  databases: readonly SearchDatabase[],
  rounds: number,
): Promise<SearchFigures[]> {
  const figures: SearchFigures[] = [];
  const calls = await Promise.all(databases.map(searchCalls));
  const kinds = [...(calls.at(-1) ?? [])];
  for (const [what, kind] of kinds) {
    figures.push({
      what,
      times: databases.map(() => []),
      first: [],
      slowest: { call: kind(0), took: 0 },
      plans: [],
    });
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const figure of figures) {
      for (const [place, database] of databases.entries()) {
        const call = calls[place]?.get(figure.what)?.(round);
        if (!call) continue;
        const reader = database.readers[round % database.readers.length];
        const took = await timeOf(database, reader, call);
        // The times of the first round are listed separately, because each connection loads and caches data in that
        // round.
        if (round === 0) figure.first.push(took);
        else figure.times[place]?.push(took);
        const isLast = place === databases.length - 1 && round > 0;
        if (isLast && took > figure.slowest.took) figure.slowest = { call, took };
      }
    }
  }
  const last = databases.at(-1);
  for (const figure of figures) {
    if (last) figure.plans = await plansOf(last, figure.slowest.call);
  }
  return figures;
}

async function timeOf({ sql }: SearchDatabase, userId = "", call: SearchCall) {
  return actAs(sql, { role: "authenticated", userId }, async (transaction) => {
    const { view, search, after_at, after_id } = call;
    const began = performance.now();
    await transaction`
      select public.queue_page(
        ${view}, ${search}, ${after_at}::text::timestamptz, ${after_id}
      )`;
    return performance.now() - began;
  });
}

/** Returns the query plans of the statements that search simulations by words. */
async function plansOf({ adminUrl, readers: [userId = ""] }: SearchDatabase, call: SearchCall) {
  if (call.search === null) return [];
  const args = [call.view, call.search, call.after_at, call.after_id].map((value) =>
    value === null ? "null" : `'${value.replaceAll("'", "''")}'`,
  );
  const plans = await explainNested(adminUrl, userId, `select public.queue_page(${args.join()})`);
  return plans
    .filter((plan) => plan.includes("search_text like all"))
    .map((plan) => plan.slice(plan.search(/^(?:Result|Limit|Sort)/m)).trimEnd());
}
