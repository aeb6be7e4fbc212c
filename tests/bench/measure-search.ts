import { actAs } from "../../supabase/tests/support/act-as.ts";
import { explainNested } from "../../supabase/tests/support/explain-nested.ts";
import { type SearchCall, searchCalls } from "./search-calls.ts";
import type { SearchGround } from "./search-ground.ts";

export interface SearchFigures {
  what: string;
  /** Milliseconds of each call, by ground; the first one is apart. */
  times: number[][];
  /** Milliseconds of the very first call, by ground: PostgreSQL had just been started. */
  first: number[];
  /** What was asked for in the slowest call on the last ground. */
  slowest: { call: SearchCall; took: number };
  /** What PostgreSQL does for that call, asked again. */
  plans: string[];
}

/** One call after the other, so many of each kind in turn and on each ground in turn. */
export async function measureSearch(
  grounds: readonly SearchGround[],
  rounds: number,
): Promise<SearchFigures[]> {
  const figures: SearchFigures[] = [];
  const calls = await Promise.all(grounds.map(searchCalls));
  const kinds = [...(calls.at(-1) ?? [])];
  for (const [what, kind] of kinds) {
    figures.push({
      what,
      times: grounds.map(() => []),
      first: [],
      slowest: { call: kind(0), took: 0 },
      plans: [],
    });
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const figure of figures) {
      for (const [place, ground] of grounds.entries()) {
        const call = calls[place]?.get(figure.what)?.(round);
        if (!call) continue;
        const reader = ground.readers[round % ground.readers.length];
        const took = await timeOf(ground, reader, call);
        // The first round loads what each connection keeps from then on.
        if (round === 0) figure.first.push(took);
        else figure.times[place]?.push(took);
        const isLast = place === grounds.length - 1 && round > 0;
        if (isLast && took > figure.slowest.took) figure.slowest = { call, took };
      }
    }
  }
  const last = grounds.at(-1);
  for (const figure of figures) {
    if (last) figure.plans = await plansOf(last, figure.slowest.call);
  }
  return figures;
}

async function timeOf({ sql }: SearchGround, userId = "", call: SearchCall) {
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

/** Of the statements that read simulations by words, what each did. */
async function plansOf({ adminUrl, readers: [userId = ""] }: SearchGround, call: SearchCall) {
  if (call.search === null) return [];
  const args = [call.view, call.search, call.after_at, call.after_id].map((value) =>
    value === null ? "null" : `'${value.replaceAll("'", "''")}'`,
  );
  const plans = await explainNested(adminUrl, userId, `select public.queue_page(${args.join()})`);
  return plans
    .filter((plan) => plan.includes("search_text like all"))
    .map((plan) => plan.slice(plan.search(/^(?:Result|Limit|Sort)/m)).trimEnd());
}
