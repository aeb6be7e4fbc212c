import { createClient } from "@supabase/supabase-js";
import type { FullStack } from "./full-stack.ts";

/** An account of the staff area in this state, with a password to sign in with. */
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

/** A simulation that came in now; gives its id. */
export async function addSimulation(
  { sql }: FullStack,
  changes: Record<string, string | number | null> = {},
): Promise<string> {
  const row = {
    submission_id: crypto.randomUUID(),
    full_name: "Maria Aparecida da Silva",
    email: "maria@exemplo.com.br",
    phone: "44999998888",
    cpf: "52998224725",
    birth_date: "1990-05-20",
    monthly_income: 5400.5,
    occupation: "Enfermeira",
    property_address: "Rua das Flores, 100",
    property_city: "Maringá",
    property_state: "PR",
    rental_value: 1800,
    owner_name: "José Carlos Pereira",
    owner_contact: "4432221111",
    accepted_terms_version: "1",
    ...changes,
  };
  const [added] = await sql`insert into public.simulations ${sql(row)} returning id`;
  return String(added?.["id"]);
}
