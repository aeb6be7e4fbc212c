import type { TransactionSql } from "postgres";

/**
 * Makes the transaction this person's, as the API does for a token: with the claims, and with
 * the session that they name. Needs the rights to write to auth, so it comes before the role.
 */
export async function openSession(transaction: TransactionSql, userId: string): Promise<void> {
  const [session] = await transaction`
    insert into auth.sessions (id, user_id)
    select gen_random_uuid(), id from auth.users where id = ${userId} returning id`;
  const claims = JSON.stringify({ sub: userId, session_id: session?.["id"] });
  await transaction`
    select set_config('request.jwt.claim.sub', ${userId}, true),
      set_config('request.jwt.claims', ${claims}, true)`;
}
