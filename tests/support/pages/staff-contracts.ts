import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { createUser } from "../../../supabase/tests/support/create-user.ts";
import { insertContract } from "../../../supabase/tests/support/insert-contract.ts";
import { contractRow } from "../../../supabase/tests/support/sample-rows.ts";
import type { FullStack } from "../stacks/full-stack.ts";

const day = 86_400_000;
const inDays = (days: number) => todayInBrasilia(new Date(Date.now() + days * day));

/** Adds a guarantee contract in force, which ends in `endsIn` days. Returns the contract's id. */
export async function addContract(
  { sql }: Pick<FullStack, "sql">,
  { endsIn = 200, ...changes }: { endsIn?: number } & Record<string, string | number | null> = {},
): Promise<string> {
  const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
  const row = contractRow(owner, {
    start_date: inDays(endsIn - 360),
    end_date: inDays(endsIn),
    ...changes,
  });
  return (await insertContract(sql, row)).id;
}
