import { randomUUID } from "node:crypto";
import type { ISql, Sql } from "postgres";
import { type StaffRightsName, staffRightsName } from "#contracts/stored-values.ts";

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

/** Makes the account of an active member of staff, with all rights unless others are named; returns its id. */
export async function createStaff(
  sql: Sql,
  email: string,
  rights: readonly StaffRightsName[] = staffRightsName,
): Promise<string> {
  const id = await createUser(sql, email);
  await sql`update public.staff set status = 'active' where user_id = ${id}`;
  await giveRights(sql, id, rights);
  return id;
}

/** Gives a member of staff these rights, in addition to those that the member has. */
export async function giveRights(
  sql: ISql,
  userId: string,
  rights: readonly StaffRightsName[],
): Promise<void> {
  await sql`
    insert into public.staff_rights (user_id, name) select ${userId}, unnest(${[...rights]}::text[])
    on conflict do nothing`;
}
