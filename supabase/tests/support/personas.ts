import { createClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import type { LocalSupabase } from "../../local/start-supabase.ts";
import { insertContract } from "./insert-contract.ts";
import { contractRow } from "./sample-rows.ts";

const stateless = { auth: { persistSession: false, autoRefreshToken: false } };

export const personaNames = [
  "visitor",
  "tenant",
  "other tenant",
  "pending staff",
  "disabled staff",
  "staff",
  "releasing staff",
  "service",
] as const;
export type PersonaName = (typeof personaNames)[number];

export type Persona = {
  name: PersonaName;
  userId: string | null;
  contractId: string | null;
  leaseId: string | null;
  /** HTTP headers that a request of this persona has. */
  headers: Record<string, string>;
};

export type Personas = Record<PersonaName, Persona>;

const password = "senha-de-teste";

/** Creates all personas. The personas with an account sign in with their password. */
export async function createPersonas(stack: LocalSupabase, sql: Sql): Promise<Personas> {
  const { publishableKey, secretKey, url } = stack;
  const admin = createClient(url, secretKey, stateless).auth.admin;

  async function signIn(name: PersonaName, email: string, app_metadata = {}): Promise<Persona> {
    const made = await admin.createUser({ email, password, email_confirm: true, app_metadata });
    if (made.error) throw made.error;
    const session = await createClient(url, publishableKey, stateless).auth.signInWithPassword({
      email,
      password,
    });
    if (session.error) throw session.error;
    return {
      name,
      userId: made.data.user.id,
      contractId: null,
      leaseId: null,
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${session.data.session.access_token}`,
      },
    };
  }
  async function tenant(name: PersonaName, email: string, tenantEmail: string): Promise<Persona> {
    const persona = await signIn(name, email, { account: "contract" });
    const row = contractRow(String(persona.userId), { tenant_email: tenantEmail });
    const { id: contractId, leaseId } = await insertContract(sql, row);
    await sql`
      insert into public.contract_documents (contract_id, document_name, file_path)
      values (${contractId}, 'Carta de fiança', ${`${contractId}/carta.pdf`})`;
    const code = contractId
      .replaceAll(/[^0-9]/g, "")
      .padEnd(12, "0")
      .slice(0, 12);
    await sql`insert into public.letters (contract_id, code) values (${contractId}, ${code})`;
    return { ...persona, contractId, leaseId };
  }
  async function staff(name: PersonaName, status: string, canRelease = false): Promise<Persona> {
    const persona = await signIn(name, `${name.replace(" ", ".")}@payser.example`);
    await sql`
      update public.staff set status = ${status}, can_release = ${canRelease}
      where user_id = ${persona.userId}`;
    return persona;
  }

  const anonymous = { userId: null, contractId: null, leaseId: null };
  return {
    visitor: { ...anonymous, name: "visitor", headers: { apikey: publishableKey } },
    tenant: await tenant("tenant", "um@contratos.payser.invalid", "ana@exemplo.com.br"),
    "other tenant": await tenant(
      "other tenant",
      "dois@contratos.payser.invalid",
      "joao@exemplo.com.br",
    ),
    "pending staff": await staff("pending staff", "pending"),
    "disabled staff": await staff("disabled staff", "disabled"),
    staff: await staff("staff", "active"),
    "releasing staff": await staff("releasing staff", "active", true),
    service: { ...anonymous, name: "service", headers: { apikey: secretKey } },
  };
}
