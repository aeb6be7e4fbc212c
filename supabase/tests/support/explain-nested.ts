import postgres from "postgres";
import { openSession } from "./act-as.ts";

/**
 * Returns the query plans of all statements inside a database function, as text. With `usesIndexes`, a plan reads a
 * whole table only where no index serves, whatever the planner estimates. Connects as the superuser, because
 * auto_explain hides the plans from other callers.
 */
export async function explainNested(
  adminUrl: string,
  userId: string,
  call: string,
  { usesIndexes = false } = {},
): Promise<string[]> {
  const plans: string[] = [];
  const sql = postgres(adminUrl, {
    max: 1,
    onnotice: ({ message = "" }) => message.includes("plan:") && plans.push(message),
  });
  try {
    await sql.begin(async (transaction) => {
      await openSession(transaction, userId);
      await transaction.unsafe("load 'auto_explain'");
      await transaction.unsafe(`
        set local auto_explain.log_min_duration = 0;
        set local auto_explain.log_nested_statements = on;
        set local auto_explain.log_level = notice`);
      if (usesIndexes) await transaction.unsafe("set local enable_seqscan = off");
      await transaction.unsafe(call);
    });
  } finally {
    await sql.end();
  }
  return plans;
}
