import { createClient } from "@supabase/supabase-js";
import { simulationRow } from "../../../supabase/tests/support/sample-rows.ts";
import type { FullStack } from "../stacks/full-stack.ts";

/** Adds a staff account with this status and with a password. */
export async function addStaff(
  { supabase, sql }: FullStack,
  status: "pending" | "active" | "disabled",
  { canRelease = false }: { canRelease?: boolean } = {},
) {
  const account = {
    email: `equipe-${crypto.randomUUID().slice(0, 8)}@payser.example`,
    password: "senha-de-teste",
  };
  const { auth } = createClient(supabase.url, supabase.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await auth.admin.createUser({ ...account, email_confirm: true });
  if (error) throw error;
  await sql`
    update public.staff set status = ${status}, can_release = ${canRelease}
    where email = ${account.email}`;
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
