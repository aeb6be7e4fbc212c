import * as fc from "fast-check";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { z } from "zod";
import { actAs } from "./act-as.ts";
import { createStaff, createUser } from "./create-user.ts";
import { insertContract } from "./insert-contract.ts";
import { day } from "./payment-fixtures.ts";
import { contractRow } from "./sample-rows.ts";

const fee = 1776;
const grant = 900;
const account = {
  kind: "pix",
  key: "ana@exemplo.com.br",
  holder: "Ana Lima",
  document: "52998224725",
};

/** Index of a contract (0: one fee and a claim; 1: three instalments), and index of one of its rows. */
const target = fc.record({ contract: fc.nat(1), row: fc.nat(3) });
const amount = fc.constantFrom(fee, fee / 2, fee * 2, 30.05, 592);

/** Commands of the property tests. Each command picks its rows when it runs. */
export const anyCommand = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ name: fc.constant("book"), target, amount, isStale: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      name: fc.constant("statement"),
      /** Place of the contract that the line names; 2 for a line that names no contract. */
      lines: fc.array(fc.record({ contract: fc.nat(2), amount }), { minLength: 1, maxLength: 3 }),
      isTwice: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ name: fc.constant("allocate"), target, to: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant("refund"), target }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant("cancel-refund"), target }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant("pay-out"), target }) },
  { weight: 3, arbitrary: fc.record({ name: fc.constant("reverse"), target }) },
  {
    weight: 1,
    arbitrary: fc.record({ name: fc.constantFrom("cancel", "reopen", "regret"), target }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant("claim"),
      steps: fc.array(fc.constantFrom("decide", "pay", "review"), { minLength: 1, maxLength: 5 }),
    }),
  },
);
export type Command = typeof anyCommand extends fc.Arbitrary<infer Value> ? Value : never;

interface World {
  sql: Sql;
  staff: string;
  contracts: readonly { id: string; number: string }[];
  claim: string;
}

const idSchema = z.object({ id: z.string() });

/** Makes two contracts that owe their fees, one of them with a claim that waits for its decision. */
export async function makeWorld(sql: Sql): Promise<World> {
  const staff = await createStaff(sql, `${crypto.randomUUID()}@payser.example`);
  const contracts = [];
  for (const instalments of [1, 3]) {
    const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
    const row = contractRow(owner, {
      fee,
      fee_due_on: day(5),
      instalments,
      cover_limit: 1000,
      guarantee_reference_value: 20000,
      letter_fee: "awaited",
      created_at: new Date(Date.now() - 3 * 86_400_000),
      start_date: day(-2),
      end_date: day(300),
    });
    const contract = await insertContract(sql, row);
    await sql`
      select private.owe_fee(made) from public.contracts as made where id = ${contract.id}`;
    await sql`
      insert into public.refund_accounts (contract_id, account, version, confirmed_at)
      values (${contract.id}, ${sql.json(account)}, 1, now())`;
    contracts.push(contract);
  }
  const [claim] = await sql`
    insert into public.claims (
      lease_id, contract_id, request_id, opened_by, happened_on, complete_until, complete_at, tenant_until,
      tenant_done_at, decide_by, account, account_since
    )
    values (
      ${contracts[0]?.leaseId ?? ""}, ${contracts[0]?.id ?? ""}, gen_random_uuid(), 'staff', ${day(-2)}, ${day(-2)},
      now(), ${day(-1)}, now(), ${day(9)}, ${sql.json(account)}, now() - interval '10 days'
    )
    returning id`;
  const { id } = idSchema.parse(claim);
  await sql`
    insert into public.claim_items (id, claim_id, place, kind, description, asked)
    values (gen_random_uuid(), ${id}, 1, 'repair', 'Porta quebrada', ${grant})`;
  return { sql, staff, contracts, claim: id };
}

/** Opens eight sessions. */
export function openSessions(databaseUrl: string): Sql {
  return postgres(databaseUrl, { max: 8, onnotice: () => undefined });
}

/** Runs the commands in eight sessions at once. Throws the first error that is not an expected refusal. */
export async function runAtOnce(sessions: Sql, world: World, commands: readonly Command[]) {
  const waiting = [...commands.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await run({ ...world, sql: sessions }, next[1], next[0]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

/** Errors that the functions raise for people to read. The API answers them with status 404, 409 or 422. */
const refusal = z.object({ code: z.string().regex(/^PT4/) });

async function run(world: World, command: Command, turn: number): Promise<void> {
  try {
    await actAs(world.sql, { role: "authenticated", userId: world.staff }, async (session) => {
      // The rows are picked as the owner, because staff may read no table.
      await session`set local role postgres`;
      const call = await prepare(world, session, command, turn);
      if (!call) return;
      if (!call.asOwner) await session`set local role authenticated`;
      await call.run();
    });
  } catch (error) {
    if (!refusal.safeParse(error).success)
      throw new Error(`${JSON.stringify(command)}: ${String(error)}`, { cause: error });
  }
}

interface Call {
  asOwner?: boolean;
  run(): PromiseLike<unknown>;
}

async function prepare(
  { contracts, claim }: World,
  session: TransactionSql,
  command: Command,
  turn: number,
): Promise<Call | undefined> {
  const contractOf = (place: number) => contracts[place] ?? { id: "", number: "" };
  const pick = async (rows: PromiseLike<readonly Record<string, unknown>[]>, place: number) => {
    const list = z
      .array(z.object({ id: z.string(), open: z.string(), version: z.number() }))
      .parse(await rows);
    return list[place % Math.max(list.length, 1)];
  };
  const chargeOf = (contract: string, kinds: readonly string[], place: number) =>
    pick(
      session`
        select charge.id, private.open_amount(charge)::text as open, coalesce(paid.version, 0) as version
        from public.charges as charge left join lateral private.payee_of(charge) as paid on true
        where charge.contract_id = ${contract} and charge.kind = any (${kinds}::text[])
        order by charge.created_at, charge.id`,
      place,
    );
  const movementOf = (contract: string, place: number) =>
    pick(
      session`
        select id, '0' as open, 0 as version from public.movements
        where reverses is null and (contract_id = ${contract} or contract_id is null and booked_by = auth.uid())
        order by booked_at, id`,
      place,
    );
  switch (command.name) {
    case "book":
    case "pay-out": {
      const { contract, row } = command.target;
      const isOut = command.name === "pay-out";
      const charge = await chargeOf(
        contractOf(contract).id,
        isOut ? ["refund", "claim"] : ["fee"],
        row,
      );
      if (!charge) return undefined;
      const paid = isOut ? charge.open : "amount" in command ? command.amount : 0;
      const seen = "isStale" in command && command.isStale ? "1" : charge.open;
      return {
        run: () => session`
          select public.book_payment(
            gen_random_uuid(), ${charge.id}, ${day(0)}, ${paid}, ${seen}, null, ${charge.version}
          )`,
      };
    }
    case "statement": {
      const lines = command.lines.map(({ contract, amount: paid }, place) => ({
        account: "Conta",
        day: day(0),
        amount: paid.toFixed(2),
        direction: "in",
        id: `${turn}-${place}-${contractOf(0).number}`,
        text: `PIX RECEBIDO ${contracts[contract]?.number ?? "SEM NOME"}`,
      }));
      const choices = command.lines.map(({ contract }, place) => ({
        place: place + 1,
        ...(contracts[contract] ? { contract: contracts[contract].number } : { unknown: true }),
      }));
      const book = () =>
        session`select public.book_statement(${session.json(lines)}, ${session.json(choices)})`;
      return { run: async () => (await book(), command.isTwice && (await book())) };
    }
    case "allocate": {
      const { contract, row } = command.target;
      const movement = await movementOf(contractOf(contract).id, row);
      const charge = await chargeOf(contractOf(command.to).id, ["fee", "refund", "claim"], row);
      if (!movement || !charge) return undefined;
      return { run: () => session`select public.allocate_payment(${movement.id}, ${charge.id})` };
    }
    case "refund":
    case "reverse": {
      const { contract, row } = command.target;
      const movement = await movementOf(contractOf(contract).id, row);
      if (!movement) return undefined;
      return command.name === "refund"
        ? { run: () => session`select public.refund_payment(${movement.id})` }
        : { run: () => session`select public.reverse_payment(${movement.id}, 'Engano')` };
    }
    case "cancel-refund": {
      const { contract, row } = command.target;
      const charge = await chargeOf(contractOf(contract).id, ["refund"], row);
      if (!charge) return undefined;
      return { run: () => session`select public.cancel_refund(${charge.id}, 'Engano')` };
    }
    case "cancel":
    case "reopen":
    case "regret": {
      if (!("target" in command)) return undefined;
      const { id } = contractOf(command.target.contract);
      if (command.name === "reopen")
        return { run: () => session`select public.undo_closing(${id})` };
      const kind = command.name === "regret" ? "cancelled-before-start" : "other";
      return {
        asOwner: true,
        run: () =>
          session`select private.close_contract(${id}, 'cancelled', 'Engano', null, null, ${kind})`,
      };
    }
    case "claim":
      return {
        asOwner: true,
        async run() {
          for (const step of command.steps)
            await refusable(session, (inside) => takeStep(inside, claim, step));
        },
      };
    default:
      return undefined;
  }
}

/** Runs one of several calls in a transaction. A refusal rolls back only this call. */
async function refusable(
  session: TransactionSql,
  call: (inside: TransactionSql) => Promise<unknown>,
) {
  try {
    await session.savepoint(call);
  } catch (error) {
    if (!refusal.safeParse(error).success) throw error;
  }
}

async function takeStep(session: TransactionSql, claim: string, step: "review" | "decide" | "pay") {
  if (step === "review") {
    await session`
      select private.ask_review(
        private.hold_claim(${claim}), 'landlord', 'locador@exemplo.com.br',
        (select jsonb_agg(id) from public.claim_items where claim_id = ${claim}), 'Falta o piso da sala.'
      )`;
    // The review counts as decided by a colleague, so the same person may decide.
    return session`
      update public.claims set decisions = (
        select coalesce(jsonb_agg(former - 'by'), '[]') from jsonb_array_elements(decisions) as former
      )
      where id = ${claim}`;
  }
  if (step === "decide") {
    return session`
      select public.decide_claim(${claim}, (
        select jsonb_agg(jsonb_build_object('id', id, 'granted', ${grant}::numeric))
        from public.claim_items where claim_id = ${claim}
      ), 0, private.claim_version(${claim}))`;
  }
  return session`
    select public.book_payment(
      gen_random_uuid(), charge.id, ${day(0)}, private.open_amount(charge), private.open_amount(charge), null,
      paid.version
    )
    from public.charges as charge cross join private.payee_of(charge) as paid
    where charge.claim_id = ${claim} and charge.is_open`;
}

/** Reverses all movements, the last one first, so that a refund is reversed before the payment that it returns. */
export async function reverseEverything({ sql, staff, contracts }: World): Promise<void> {
  const ids = contracts.map(({ id }) => id);
  for (const isRefund of [true, false]) {
    const rows = await sql`
      select movement.id from public.movements as movement
      where (movement.contract_id = any (${ids}) or movement.booked_by = ${staff})
        and movement.reverses is null and not private.is_reversed(movement.id)
        and (movement.direction = 'out') = ${isRefund}
      order by movement.booked_at desc`;
    for (const { id } of z.array(idSchema).parse(rows)) {
      await actAs(
        sql,
        { role: "authenticated", userId: staff },
        (session) => session`select public.reverse_payment(${id}, 'Tudo de novo')`,
      );
    }
  }
}
