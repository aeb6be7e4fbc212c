import { actAs } from "../../supabase/tests/support/act-as.ts";
import { explainNested } from "../../supabase/tests/support/explain-nested.ts";
import { PAGE_SIZE } from "../../web/features/review-simulations/queue-page.ts";
import { type SearchCall, searchCalls } from "./search-calls.ts";
import type { SearchGround } from "./search-ground.ts";

const ROUNDS = 200;

export interface SearchFigures {
  what: string;
  /** Milliseconds of each call, by ground. */
  times: number[][];
  /** What PostgreSQL did on the last ground. */
  plans: string[];
}

/** One call after the other, of each kind in turn and on each ground in turn. */
export async function measureSearch(grounds: readonly SearchGround[]): Promise<SearchFigures[]> {
  const calls = await Promise.all(grounds.map(searchCalls));
  const kinds = [...(calls[0]?.keys() ?? [])];
  const figures = kinds.map((what) => ({
    what,
    times: grounds.map(() => new Array<number>()),
    plans: new Array<string>(),
  }));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { what, times } of figures) {
      for (const [place, ground] of grounds.entries()) {
        const call = calls[place]?.get(what);
        // The first round loads what each connection keeps from then on.
        if (call && round >= 0) times[place]?.push(await timeOf(ground, call));
        else if (call) await timeOf(ground, call);
      }
    }
  }
  const last = grounds.at(-1);
  for (const figure of figures) {
    const call = calls.at(-1)?.get(figure.what);
    if (last && call) figure.plans = await plansOf(last, call);
  }
  return figures;
}

async function timeOf({ sql, userId }: SearchGround, call: SearchCall) {
  return actAs(sql, { role: "authenticated", userId }, async (transaction) => {
    const { view, search, after_at, after_id } = call;
    const began = performance.now();
    await transaction`
      select public.queue_page(
        ${view}, ${search}, ${after_at}::text::timestamptz, ${after_id}, ${PAGE_SIZE}
      )`;
    return performance.now() - began;
  });
}

/** Of the statements that read simulations by words, what each did. */
async function plansOf({ adminUrl, userId }: SearchGround, call: SearchCall) {
  if (call.search === null) return [];
  const args = [call.view, call.search, call.after_at, call.after_id].map((value) =>
    value === null ? "null" : `'${value.replaceAll("'", "''")}'`,
  );
  const plans = await explainNested(adminUrl, userId, `select public.queue_page(${args.join()})`);
  return plans
    .filter((plan) => plan.includes("search_text like all"))
    .map((plan) => plan.slice(plan.search(/^(?:Result|Limit|Sort)/m)).trimEnd());
}
