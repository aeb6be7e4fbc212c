import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";

/** An account in auth.users, as sign-up leaves it; gives its id. */
export async function createUser(sql: Sql, email: string): Promise<string> {
  const id = randomUUID();
  await sql`insert into auth.users (id, email) values (${id}, ${email})`;
  return id;
}

/** An active member of staff. */
export async function createStaff(sql: Sql, email: string, canRelease = false): Promise<string> {
  const id = await createUser(sql, email);
  await sql`
    update public.staff set status = 'active', can_release = ${canRelease} where user_id = ${id}`;
  return id;
}
