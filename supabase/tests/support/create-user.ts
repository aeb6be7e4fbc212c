import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";

/** An account in auth.users, as sign-up or (for a contract) the admin API leaves it; gives its id. */
export async function createUser(sql: Sql, email: string): Promise<string> {
  const id = randomUUID();
  const known = email.endsWith("@contratos.payser.invalid") ? { account: "contract" } : {};
  await sql`
    insert into auth.users (id, email, raw_app_meta_data) values (${id}, ${email}, ${sql.json(known)})`;
  return id;
}

/** An active member of staff. */
export async function createStaff(sql: Sql, email: string, canRelease = false): Promise<string> {
  const id = await createUser(sql, email);
  await sql`
    update public.staff set status = 'active', can_release = ${canRelease} where user_id = ${id}`;
  return id;
}
