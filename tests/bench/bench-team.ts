import { createClient } from "@supabase/supabase-js";
import { seedBusiness } from "../../supabase/tests/support/seed-business.ts";
import { type StaffList, staffLists } from "../../supabase/tests/support/staff-lists.ts";
import { type BackendStack, startBackendStack } from "./backend-stack.ts";
import type { BenchPart, Comparison, Sample } from "./figure.ts";
import { markdownTable } from "./markdown-table.ts";
import { measure } from "./measure.ts";
import { median, quantile } from "./median.ts";

const CONTRACTS = 5_000;
/** Longest time (ms) in which a list opens for half of the members, when all of them work at once. */
const LIMIT_MS = 1_000;
/** Maximum number of rounds, each of which takes about half a minute. */
const MOST_ROUNDS = 5;

type Headers = Record<string, string>;

/**
 * Measures each staff list with 5,000 contracts, for one member alone and for 20 members at once. Each member opens all
 * lists one after the other without a pause, and begins with another list than the others.
 */
export async function benchTeam(): Promise<BenchPart> {
  const stack = await startBackendStack();
  try {
    await seedBusiness(stack.sql, CONTRACTS);
    const all = await staffLists(stack.sql);
    const lists = all.filter(({ isFile }) => !isFile);
    const members = await signInAll(stack);
    const [first = {}] = members;
    const alone = new Map<string, number[]>();
    // The first calls are slow on each connection, so a first round only warms them up.
    for (let round = 0; round < 4; round += 1) {
      for (const list of all) {
        const took = await open(stack, list, first);
        if (round > 0) alone.set(list.what, [...(alone.get(list.what) ?? []), took]);
      }
    }
    const together = new Map<string, number[]>();
    const figureOf = ({ what }: StaffList) => `${what}, 20 members at once, ms`;
    const figures = await measure(
      Object.fromEntries(lists.map((list): [string, Comparison] => [figureOf(list), "<"])),
      async () => {
        const took = await openAllAtOnce(stack, lists, members);
        return Object.fromEntries(
          lists.map((list): [string, Sample] => {
            const times = took.get(list.what) ?? [];
            together.set(list.what, [...(together.get(list.what) ?? []), ...times]);
            return [figureOf(list), { value: median(times), limit: LIMIT_MS }];
          }),
        );
      },
      { most: MOST_ROUNDS },
    );
    const table = markdownTable(
      ["list", "alone, median ms", "20 members, median ms", "p95 ms"],
      all.map(({ what, isFile }) => [
        what,
        median(alone.get(what) ?? []).toFixed(0),
        ...(isFile
          ? ["", ""]
          : [0.5, 0.95].map((share) => quantile(together.get(what) ?? [], share).toFixed(0))),
      ]),
    );
    const intro = `The lists of staff with ${CONTRACTS} contracts and ${members.length} members, each read through the API. The members work at once and without a pause, on the machine that also runs API and database:`;
    return { figures, sections: [`${intro}\n\n${table}`] };
  } finally {
    await stack.close();
  }
}

/** Gives each member of the business a password and signs all of them in. */
async function signInAll(stack: BackendStack): Promise<Headers[]> {
  const { auth } = createClient(stack.url, stack.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const password = "senha-da-medida";
  const members = await stack.sql<{ id: string; email: string }[]>`
    select user_id as id, email from public.staff where email like 'pessoa-%' order by email`;
  const signedIn: Headers[] = [];
  for (const { id, email } of members) {
    const { error } = await auth.admin.updateUserById(id, { password, email_confirm: true });
    if (error) throw error;
    signedIn.push((await stack.signIn(email, password)).headers);
  }
  return signedIn;
}

/** Calls a list and returns how long the whole answer took (ms). @throws when the call fails. */
async function open({ url }: BackendStack, { name, args }: StaffList, headers: Headers) {
  const begin = performance.now();
  const reply = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers,
    body: JSON.stringify(args),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${name}: ${reply.status} ${text}`);
  return performance.now() - begin;
}

/** Lets all members open all lists at once. Returns the times (ms) of each list. */
async function openAllAtOnce(
  stack: BackendStack,
  lists: readonly StaffList[],
  members: readonly Headers[],
): Promise<Map<string, number[]>> {
  const took = new Map<string, number[]>();
  await Promise.all(
    members.map(async (headers, member) => {
      const begin = Math.floor((member * lists.length) / members.length);
      for (const list of [...lists.slice(begin), ...lists.slice(0, begin)]) {
        const time = await open(stack, list, headers);
        took.set(list.what, [...(took.get(list.what) ?? []), time]);
      }
    }),
  );
  return took;
}
