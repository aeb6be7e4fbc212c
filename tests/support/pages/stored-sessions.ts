import type { Page } from "@playwright/test";
import { z } from "zod";
import { contractStorageKey } from "../../../web/backend/browser-storage.ts";
import { staffStorageKey } from "../../../web/backend/staff/staff-session.ts";
import type { FullStack } from "../stacks/full-stack.ts";

interface Account {
  email: string;
  password: string;
}

const sessionSchema = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.looseObject({ id: z.string() }),
});
export type StoredSession = z.infer<typeof sessionSchema>;

/** Signs in with a password alone and returns the session as a browser stores it. */
export function createPasswordSession(
  stack: FullStack,
  { email, password }: Account,
): Promise<StoredSession> {
  return askForTokens(stack, "password", { email, password });
}

/**
 * Signs in and returns the session as a browser stores it. A session of staff counts as one that has passed the second
 * factor, because some rights need it. The journey of the second factor itself uses codes.
 */
export async function createSession(stack: FullStack, account: Account): Promise<StoredSession> {
  const { refresh_token, user } = await createPasswordSession(stack, account);
  await stack.sql`
    update auth.sessions as session set aal = 'aal2' from public.staff
    where session.user_id = ${user.id} and staff.user_id = session.user_id`;
  return askForTokens(stack, "refresh_token", { refresh_token });
}

async function askForTokens(
  { supabase }: FullStack,
  grant: "password" | "refresh_token",
  body: Record<string, string>,
): Promise<StoredSession> {
  const reply = await fetch(`${supabase.url}/auth/v1/token?grant_type=${grant}`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`No session: ${reply.status} ${await reply.text()}`);
  return sessionSchema.parse(await reply.json());
}

/** Returns the synthetic e-mail address of the account that belongs to a contract. */
export async function contractAccount(
  { sql }: FullStack,
  { contractNumber, password }: { contractNumber: string; password: string },
): Promise<Account> {
  const [row] = await sql`
    select users.email from public.contracts join auth.users on users.id = contracts.user_id
    where contracts.contract_number = ${contractNumber}`;
  return { email: String(row?.["email"]), password };
}

/** Returns contract number and password of the first demo contract. */
export function demoContract({ supabase }: FullStack) {
  const [contract] = supabase.accounts.contracts;
  if (!contract) throw new Error("The seed has a contract.");
  return contract;
}

/** Stores a staff session in the page's local storage, as a login does. */
export async function storeStaffSession(stack: FullStack, page: Page, session: StoredSession) {
  await store(stack, page, "localStorage", { [staffStorageKey]: JSON.stringify(session) });
}

/** Stores a session, a contract number or both in the page's session storage, as a login does. */
export async function storeContractSession(
  stack: FullStack,
  page: Page,
  { session, contractNumber }: { session?: StoredSession; contractNumber?: string },
) {
  await store(stack, page, "sessionStorage", {
    ...(session && { [contractStorageKey]: JSON.stringify(session) }),
    ...(contractNumber && { "payser-contrato": contractNumber }),
  });
}

/** Opens the tenant's page of a contract with a session, or the claim with the id `claimId` there. */
export async function openContractPage(
  stack: FullStack,
  page: Page,
  account: { contractNumber: string; password: string },
  claimId?: string,
): Promise<void> {
  const session = await createSession(stack, await contractAccount(stack, account));
  await storeContractSession(stack, page, { contractNumber: account.contractNumber, session });
  await page.goto(`${stack.siteUrl}/contrato${claimId === undefined ? "" : `#${claimId}`}`);
}

async function store(
  { siteUrl }: FullStack,
  page: Page,
  storage: "localStorage" | "sessionStorage",
  items: Record<string, string>,
) {
  // robots.txt runs no script, so nothing reads the storage before all values are stored.
  await page.goto(`${siteUrl}/robots.txt`);
  await page.evaluate(
    ([kind, entries]) => {
      for (const [key, value] of Object.entries(entries)) window[kind].setItem(key, value);
    },
    [storage, items] as const,
  );
}
