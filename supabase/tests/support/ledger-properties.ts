import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import {
  anyCommand,
  type Command,
  makeWorld,
  openSessions,
  reverseEverything,
  runAtOnce,
} from "./ledger-sequences.ts";
import { actAs } from "./act-as.ts";
import { day, paymentFixtures } from "./payment-fixtures.ts";

type World = Awaited<ReturnType<typeof makeWorld>>;
const count = async (rows: PromiseLike<readonly Record<string, unknown>[]>) =>
  z.array(z.object({ n: z.coerce.number() })).parse(await rows)[0]?.n ?? -1;

/** Property 1: the trial balance of every contract and of the whole ledger is zero. */
async function expectBalance({ sql }: World): Promise<void> {
  expect(await count(sql`select private.unbalanced_contracts() as n`)).toBe(0);
}

/**
 * Property 2: allocations stay within their charge, allocations and refunds within their movement, and claims within
 * the limit of their contract.
 */
async function expectBounds({ sql, staff, contracts }: World): Promise<void> {
  const ids = contracts.map(({ id }) => id);
  expect(
    await count(sql`
      select count(*) as n from public.charges as charge
      where charge.contract_id = any (${ids})
        and (select coalesce(sum(amount), 0) from public.allocations where charge_id = charge.id)
        not between 0 and charge.amount`),
  ).toBe(0);
  expect(
    await count(sql`
      select count(*) as n from public.movements as movement
      where movement.booked_by = ${staff}
        and (select coalesce(sum(amount), 0) from public.allocations where movement_id = movement.id)
        + (
          select coalesce(sum(amount), 0) from public.charges
          where movement_id = movement.id and cancelled_at is null
        ) not between 0 and movement.amount`),
  ).toBe(0);
  expect(
    await count(sql`
      select count(*) as n from public.contracts as contract
      where contract.id = any (${ids}) and (
        select coalesce(sum(amount), 0) from public.charges
        where contract_id = contract.id and kind = 'claim' and cancelled_at is null
      ) > private.claim_limit(contract)`),
  ).toBe(0);
}

/**
 * Property 3: each receipt states the amount of its movement. The rows of the CSV file add up to all movements (in
 * minus out).
 */
async function expectReceipts({ sql, staff }: World): Promise<void> {
  expect(
    await count(sql`
      select count(*) as n
      from private.receipts as receipt
      join public.movements as movement on movement.id = receipt.movement_id
      cross join private.receipt_contracts(movement) as contract
      where movement.booked_by = ${staff} and (
        (private.receipt_facts(movement, contract) ->> 'amount')::numeric <> movement.amount
        or movement.reverses is not null
      )`),
  ).toBe(0);
  const [exported] = await actAs(sql, { role: "authenticated", userId: staff }, (session) => {
    return session`select public.export_movements(${day(-366)}, ${day(0)}) as file`;
  });
  const [total] = await sql`
    select coalesce(sum(amount * case direction when 'in' then 1 else -1 end), 0)::float8 as moved
    from public.movements`;
  const row = { ...exported, ...total };
  const { file, moved } = z
    .object({
      moved: z.number(),
      file: z.object({ balance: z.number(), rows: z.array(z.object({ amount: z.number() })) }),
    })
    .parse(row);
  const cents = file.rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  expect(cents).toBe(Math.round(moved * 100));
  expect(Math.round(file.balance * 100)).toBe(cents);
}

/** Reads the rows of the ledger that must never change. */
async function readRows({ sql, staff }: World) {
  const [row] = await sql`
    select (select coalesce(jsonb_object_agg(id, to_jsonb(movement)), '{}') from public.movements as movement where booked_by = ${staff}) as movements,
      (select coalesce(jsonb_object_agg(id, to_jsonb(paid)), '{}') from public.allocations as paid where booked_by = ${staff}) as allocations`;
  const rows = z.record(z.string(), z.unknown());
  return z.object({ movements: rows, allocations: rows }).parse(row);
}

/** Property 4: neither the service role nor the owner of the tables may change or delete a row. */
async function expectAppendOnly({ sql, staff }: World): Promise<void> {
  for (const role of ["service_role", "postgres"]) {
    for (const table of ["movements", "allocations"]) {
      for (const change of [
        `update public.${table} set amount = amount * 2`,
        `delete from public.${table}`,
      ]) {
        const attempt = sql.begin(async (session) => {
          await session`select set_config('role', ${role}, true)`;
          const { count: changed } = await session.unsafe(`${change} where booked_by = $1`, [
            staff,
          ]);
          if (changed > 0) throw new Error(`${role} changed ${changed} rows of ${table}.`);
        });
        const outcome = await attempt.then(
          () => "no rows",
          (error: unknown) => z.object({ code: z.string() }).parse(error).code,
        );
        expect(["no rows", "42501"]).toContain(outcome);
      }
    }
  }
}

/** Reads the facts about contracts that payments change: sums, fees, letters, and the number of queued mails. */
async function readState({ sql, contracts }: World) {
  const states = [];
  for (const { id } of contracts) {
    const [row] = await sql`
      select private.contract_money(contract.id) - array['charges', 'movements'] as money, contract.letter_fee,
        (
          select jsonb_agg(jsonb_build_array(kind, instalment, allocated, cancelled_at is null) order by kind, instalment)
          from public.charges where contract_id = contract.id and kind = 'fee'
        ) as fees,
        (
          select count(*) from public.outgoing_mail
          where contract_id = contract.id and status = 'queued'
            and template in ('payment-received', 'refund-paid', 'refund-due', 'letter-fee', 'landlord-fee', 'claim-paid')
        ) as mails
      from public.contracts as contract where contract.id = ${id}`;
    states.push(row);
  }
  return states;
}

const ending = new Set<Command["name"]>(["cancel", "reopen", "regret"]);

/** Registers the property tests of the ledger: `runs` random sequences of commands, each in eight sessions at once. */
export function ledgerProperties(runs: number, seconds: number): void {
  const fixtures = paymentFixtures();

  test(
    "any sequence in eight sessions keeps the ledger balanced and can be reversed as a whole",
    async () => {
      const { sql, databaseUrl } = fixtures.stack;
      const sessions = openSessions(databaseUrl);
      onTestFinished(() => sessions.end());
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyCommand, { minLength: 4, maxLength: 16 }),
          async (commands) => {
            const world = await makeWorld(sql);
            const earlier = await readState(world);
            const half = Math.ceil(commands.length / 2);
            await runAtOnce(sessions, world, commands.slice(0, half));
            const rows = await readRows(world);
            await runAtOnce(sessions, world, commands.slice(half));
            const later = await readRows(world);
            // The second half of the commands has changed no row of the first half.
            expect(later.movements).toMatchObject(rows.movements);
            expect(later.allocations).toMatchObject(rows.allocations);
            await expectBalance(world);
            await expectBounds(world);
            await expectReceipts(world);
            await expectAppendOnly(world);
            // Property 5: after all reversals, nothing is left of any movement.
            await reverseEverything(world);
            await expectBalance(world);
            const reversed = await readState(world);
            if (!commands.some(({ name }) => ending.has(name))) expect(reversed).toEqual(earlier);
            else
              for (const state of reversed)
                expect(state).toMatchObject({
                  money: { paid: 0, givenBack: 0, left: 0 },
                  mails: "0",
                });
          },
        ),
        {
          numRuns: runs,
          interruptAfterTimeLimit: (seconds - 20) * 1000,
          markInterruptAsFailure: true,
        },
      );
    },
    seconds * 1000,
  );
}
