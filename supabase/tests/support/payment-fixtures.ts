import { afterAll, beforeAll, beforeEach } from "vitest";
import { z } from "zod";
import { callFunction } from "./call-api.ts";
import { createUser } from "./create-user.ts";
import { changeLedger, emptyLedger } from "./delete-contracts.ts";
import { insertContract } from "./insert-contract.ts";
import type { PersonaName } from "./personas.ts";
import { tenantAccount } from "./owe-refund.ts";
import { contractRow, day } from "./sample-rows.ts";
import { type TestStack, testStack } from "./test-stack.ts";

export { day } from "./sample-rows.ts";

const chargeSchema = z.looseObject({
  id: z.string(),
  kind: z.string(),
  instalment: z.number(),
  amount: z.number(),
  open: z.number(),
  state: z.string(),
});
const movementSchema = z.looseObject({
  id: z.string(),
  direction: z.string(),
  amount: z.number(),
  left: z.number(),
  isReversed: z.boolean(),
});
const moneySchema = z.looseObject({
  owed: z.number(),
  paid: z.number(),
  toGiveBack: z.number(),
  givenBack: z.number(),
  left: z.number(),
  charges: z.array(chargeSchema),
  movements: z.array(movementSchema),
  bookings: z.record(z.string(), z.looseObject({})),
});

export type Owing = {
  contractId: string;
  leaseId: string;
  number: string;
  /** First charge of the fee. */
  chargeId: string;
  chargeIds: string[];
};

/** Registers hooks that start a local Supabase for a test file about payments, and returns fixtures for it. */
export function paymentFixtures() {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await testStack();
  }, 60_000);
  afterAll(() => stack.close());
  beforeEach(async () => {
    await stack.sql`update private.staff_settings set undo_seconds = 10`;
    await emptyLedger(stack.sql);
    await stack.sql`delete from public.outgoing_mail`;
  });

  const call = (name: string, args: Record<string, unknown>, as: PersonaName = "staff") =>
    callFunction(stack, stack.personas[as], name, args);

  /** Makes a contract that was accepted ten days ago and owes its fee, due in `dueIn` days. */
  async function owing(dueIn = 5, changes: Record<string, unknown> = {}): Promise<Owing> {
    const { sql } = stack;
    const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
    const row = contractRow(owner, {
      fee: 1500,
      fee_due_on: day(dueIn),
      created_at: new Date(Date.now() - 10 * 86_400_000),
      start_date: day(-9),
      end_date: day(300),
      ...changes,
    });
    const { id: contractId, leaseId, number } = await insertContract(sql, row);
    await sql`
      select private.owe_fee(made) from public.contracts as made where id = ${contractId}`;
    // The charges get the creation time of the contract, because in production one acceptance creates charges and
    // contract.
    await changeLedger(
      sql,
      `update public.charges as charge set created_at = contract.created_at
      from public.contracts as contract
      where contract.id = charge.contract_id and contract.id = '${contractId}'`,
    );
    const charges = await sql`
      select id from public.charges where contract_id = ${contractId} order by instalment`;
    const chargeIds = charges.map(({ id }) => String(id));
    return {
      contractId,
      leaseId,
      number,
      chargeId: chargeIds[0] ?? "",
      chargeIds,
    };
  }

  async function openOf(chargeId: string) {
    const [row] = await stack.sql`
      select private.open_amount(charge)::float as open from public.charges as charge
      where id = ${chargeId}`;
    return Number(row?.["open"] ?? 0);
  }

  /** Books the open amount of a charge by hand, as of today; `changes` replaces arguments. */
  async function book(charge_id: string, changes: Record<string, unknown> = {}) {
    const open = await openOf(charge_id);
    const movement_id: string = crypto.randomUUID();
    const args = { movement_id, charge_id, paid_on: day(0), amount: open, seen_open: open };
    const answer = await call("book_payment", { ...args, ...changes });
    return { ...answer, movementId: movement_id };
  }

  const reverse = (movement_id: string, reason = "Era de outro contrato", as?: PersonaName) =>
    call("reverse_payment", { movement_id, reason }, as);

  const money = async (of_id: string) =>
    moneySchema.parse((await call("contract_payments", { of_id })).json);

  /**
   * Adds a confirmed refund account of the tenant. If the contract already has a refund account, changes only the
   * account's version.
   */
  const confirmAccount = (contractId: string, version = 1) => stack.sql`
    insert into public.refund_accounts as given (contract_id, account, version, confirmed_at)
    values (${contractId}, ${stack.sql.json(tenantAccount)}, ${version}, now())
    on conflict (contract_id) do update set version = excluded.version`;

  /** Returns the templates of the mails in the queue, in alphabetical order. */
  async function mails(status = "queued") {
    const rows = await stack.sql`
      select template from public.outgoing_mail where status = ${status} order by template`;
    return rows.map(({ template }) => String(template));
  }
  const sendMails = () => stack.sql`
    update public.outgoing_mail set status = 'sent', sent_at = now() where status = 'queued'`;

  /** Returns what the audit trail records of the payments of a contract. */
  async function trail(contractId: string) {
    const rows = await stack.sql`
      select action from public.audit_trail
      where subject_id = ${contractId} and action like '%-payment' order by id`;
    return rows.map(({ action }) => String(action));
  }

  /** Counts the contracts whose trial balance is not zero. */
  async function unbalanced() {
    const [row] = await stack.sql`select private.unbalanced_contracts()::integer as count`;
    return Number(row?.["count"]);
  }

  return {
    get stack() {
      return stack;
    },
    call,
    owing,
    openOf,
    book,
    reverse,
    money,
    confirmAccount,
    mails,
    sendMails,
    trail,
    unbalanced,
  };
}
