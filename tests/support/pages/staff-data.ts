import { createClient } from "@supabase/supabase-js";
import { type StaffRightsName, staffRightsName } from "#contracts/stored-values.ts";
import { giveRights } from "../../../supabase/tests/support/create-user.ts";
import { simulationRow } from "../../../supabase/tests/support/sample-rows.ts";
import type { FullStack } from "../stacks/full-stack.ts";

/** Adds a staff account with this status and with a password. */
export async function addStaff(
  { supabase, sql }: FullStack,
  status: "pending" | "active" | "disabled",
  rights: readonly StaffRightsName[] = staffRightsName,
) {
  const account = {
    email: `equipe-${crypto.randomUUID().slice(0, 8)}@payser.example`,
    password: "senha-de-teste",
  };
  const { auth } = createClient(supabase.url, supabase.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await auth.admin.createUser({ ...account, email_confirm: true });
  if (error) throw error;
  await sql`update public.staff set status = ${status} where email = ${account.email}`;
  await giveRights(sql, data.user.id, rights);
  return account;
}

/** Adds a new simulation and returns the id of the simulation. */
export async function addSimulation(
  { sql }: FullStack,
  changes: Record<string, string | number | null> = {},
): Promise<string> {
  const row = simulationRow({
    full_name: "Maria Aparecida da Silva",
    email: "maria@exemplo.com.br",
    comments: null,
    ...changes,
  });
  const [added] = await sql`insert into public.simulations ${sql(row)} returning id`;
  return String(added?.["id"]);
}
