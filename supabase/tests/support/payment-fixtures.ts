import { afterAll, beforeAll, beforeEach } from "vitest";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { callFunction } from "./call-api.ts";
import { createUser } from "./create-user.ts";
import type { PersonaName } from "./personas.ts";
import { contractRow } from "./sample-rows.ts";
import { type TestStack, testStack } from "./test-stack.ts";

/** Returns the date (YYYY-MM-DD) in Brasília that is `ahead` days from now. */
export const day = (ahead: number) => todayInBrasilia(new Date(Date.now() + ahead * 86_400_000));

/** Returns fixtures for tests of payments, with their own stack; registers their hooks. */
export function paymentFixtures() {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await testStack();
  }, 60_000);
  afterAll(() => stack.close());
  beforeEach(async () => {
    await stack.sql`update private.staff_settings set undo_seconds = 10`;
    await stack.sql`delete from public.payments`;
    await stack.sql`delete from public.outgoing_mail`;
  });

  const call = (name: string, args: Record<string, unknown>, as: PersonaName = "staff") =>
    callFunction(stack, stack.personas[as], name, args);

  return {
    get stack() {
      return stack;
    },
    call,
    /** Makes a contract that was accepted ten days ago and owes its fee, due in `dueIn` days. */
    async owing(dueIn = 5, changes: Record<string, unknown> = {}) {
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
      const [made] = await sql`
        insert into public.contracts ${sql(row)} returning id, contract_number`;
      const contractId = String(made?.["id"]);
      await sql`
        select private.owe_fee(made) from public.contracts as made where id = ${contractId}`;
      const [payment] = await sql`
        select id from public.payments where contract_id = ${contractId}`;
      return {
        contractId,
        number: String(made?.["contract_number"]),
        paymentId: String(payment?.["id"]),
      };
    },
    /** Books a payment by hand, as of today. */
    book: (payment_id: string, changes: Record<string, unknown> = {}) =>
      call("book_payment", { payment_id, paid_on: day(0), ...changes }),
  };
}
