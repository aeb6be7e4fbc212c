import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";

/**
 * Makes an account in auth.users and returns its id. The row has the content that a sign-up would write or, for a
 * contract address, the content that the admin API would write.
 */
export async function createUser(sql: Sql, email: string): Promise<string> {
  const id = randomUUID();
  const known = email.endsWith("@contratos.payser.invalid") ? { account: "contract" } : {};
  await sql`
    insert into auth.users (id, email, raw_app_meta_data) values (${id}, ${email}, ${sql.json(known)})`;
  return id;
}

/** Makes the account of an active member of staff; returns its id. */
export async function createStaff(sql: Sql, email: string, canRelease = false): Promise<string> {
  const id = await createUser(sql, email);
  await sql`
    update public.staff set status = 'active', can_release = ${canRelease} where user_id = ${id}`;
  return id;
}
