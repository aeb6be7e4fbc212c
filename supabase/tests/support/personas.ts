import { createClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import type { Sql } from "postgres";
import type { LocalSupabase } from "../../local/start-supabase.ts";
import { insertContract } from "./insert-contract.ts";
import { contractRow } from "./sample-rows.ts";
import { type StaffRightsName, staffRightsName } from "#contracts/stored-values.ts";
import { giveRights } from "./create-user.ts";

const stateless = { auth: { persistSession: false, autoRefreshToken: false } };

export const personaNames = [
  "visitor",
  "tenant",
  "other tenant",
  "pending staff",
  "disabled staff",
  "staff",
  "other staff",
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
  /** Token with which `renewPersonas` gets a new access token; null for a persona without a session. */
  refreshToken: string | null;
};

export type Personas = Record<PersonaName, Persona>;

/** Members of staff who may read, and have one right more; and one with all rights, but without a second factor. */
export const rightMembers = [
  ...staffRightsName.map((right) => `staff of ${right}` as const),
  "staff without second factor" as const,
];
export type RightMember = (typeof rightMembers)[number];
export type Caller = PersonaName | RightMember;

/** Rights that a session has only after its second factor (private.has_right). */
const guarded: StaffRightsName[] = ["payouts", "team", "owner"];

/** Returns the callers who may use a right. */
export function holders(right: StaffRightsName): Caller[] {
  const members =
    right === "read"
      ? staffRightsName.map((name) => `staff of ${name}` as const)
      : [`staff of ${right}` as const];
  return [
    "staff",
    "other staff",
    ...members,
    ...(guarded.includes(right) ? [] : ["staff without second factor" as const]),
  ];
}

/** Creates the members of staff for the tests of rights. */
export async function openRightMembers(stack: LocalSupabase, sql: Sql) {
  const made = rightMembers.map(async (name) => {
    const email = `${name.replaceAll(" ", ".")}@payser.example`;
    const right = staffRightsName.find((known) => name === `staff of ${known}`);
    const member = right
      ? await openStaff(stack, sql, { email, rights: ["read", right] })
      : await openStaff(stack, sql, { email, hasSecondFactor: false });
    return [name, member] as const;
  });
  return new Map<Caller, Pick<Persona, "userId" | "headers">>(await Promise.all(made));
}

const password = "senha-de-teste";

/** Makes an account, which signs in with its password. */
async function openAccount(
  { publishableKey, secretKey, url }: LocalSupabase,
  email: string,
  app_metadata = {},
) {
  const { admin } = createClient(url, secretKey, stateless).auth;
  const made = await admin.createUser({ email, password, email_confirm: true, app_metadata });
  if (made.error) throw made.error;
  const client = createClient(url, publishableKey, stateless);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { userId: made.data.user.id, client, ...sessionOf(publishableKey, data.session) };
}

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Returns the part of a persona that its session gives. */
function sessionOf(apikey: string, { access_token, refresh_token }: Tokens) {
  return {
    headers: { apikey, authorization: `Bearer ${access_token}` },
    refreshToken: refresh_token,
  };
}

interface StaffChanges {
  email: string;
  status?: string;
  rights?: readonly StaffRightsName[];
  /** False for a member whose session has passed no second factor. */
  hasSecondFactor?: boolean;
}

/** Makes a member of staff, with all rights unless others are named, whose session has passed the second factor. */
export async function openStaff(
  stack: LocalSupabase,
  sql: Sql,
  {
    email,
    status = "active",
    rights = staffRightsName,
    hasSecondFactor = status === "active",
  }: StaffChanges,
): Promise<Pick<Persona, "userId" | "headers" | "refreshToken">> {
  const { client, ...account } = await openAccount(stack, email);
  const { userId } = account;
  await sql`update public.staff set status = ${status} where user_id = ${userId}`;
  await giveRights(sql, userId, rights);
  if (!hasSecondFactor) return account;
  const { mfa } = client.auth;
  const enrolled = await mfa.enroll({ factorType: "totp", friendlyName: "Aplicativo" });
  if (enrolled.error) throw enrolled.error;
  const { id: factorId, totp } = enrolled.data;
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
  const passed = await mfa.challengeAndVerify({ factorId, code });
  if (passed.error) throw passed.error;
  return { userId, ...sessionOf(stack.publishableKey, passed.data) };
}

/** Creates all personas. The personas with an account sign in with their password. */
export async function createPersonas(stack: LocalSupabase, sql: Sql): Promise<Personas> {
  const { publishableKey, secretKey } = stack;
  async function signIn(name: PersonaName, email: string, app_metadata = {}): Promise<Persona> {
    const { client: _, ...account } = await openAccount(stack, email, app_metadata);
    return { name, contractId: null, leaseId: null, ...account };
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
  async function staff(name: PersonaName, status: string): Promise<Persona> {
    const email = `${name.replace(" ", ".")}@payser.example`;
    const account = await openStaff(stack, sql, { email, status });
    return { name, contractId: null, leaseId: null, ...account };
  }

  const anonymous = { userId: null, contractId: null, leaseId: null, refreshToken: null };
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
    "other staff": await staff("other staff", "active"),
    service: { ...anonymous, name: "service", headers: { apikey: secretKey } },
  };
}

/**
 * Returns the personas with new sessions and access tokens, in a database with the rows that `createPersonas` left. A
 * worker keeps its personas for the whole run, but tokens expire after half an hour, and sessions end after an hour.
 */
export async function renewPersonas(
  { url, publishableKey }: LocalSupabase,
  sql: Sql,
  personas: Personas,
): Promise<Personas> {
  await sql`update auth.sessions set created_at = now(), updated_at = now(), refreshed_at = null`;
  const renewed = { ...personas };
  const renewals = personaNames.map(async (name) => {
    const { refreshToken, ...persona } = personas[name];
    if (refreshToken === null) return;
    const { auth } = createClient(url, publishableKey, stateless);
    const { data, error } = await auth.refreshSession({ refresh_token: refreshToken });
    if (error) throw error;
    if (!data.session) throw new Error(`The persona ${name} has no session.`);
    renewed[name] = { ...persona, ...sessionOf(publishableKey, data.session), refreshToken };
  });
  await Promise.all(renewals);
  return renewed;
}
