import type { Page } from "@playwright/test";
import { z } from "zod";
import { contractStorageKey } from "../../../web/backend/browser-storage.ts";
import { staffStorageKey } from "../../../web/backend/staff-session.ts";
import type { FullStack } from "../stacks/full-stack.ts";

interface Account {
  email: string;
  password: string;
}

const sessionSchema = z.looseObject({ access_token: z.string(), refresh_token: z.string() });
export type StoredSession = z.infer<typeof sessionSchema>;

/** A session of the auth server, as the browser keeps it. */
export async function createSession(
  { supabase }: FullStack,
  { email, password }: Account,
): Promise<StoredSession> {
  const reply = await fetch(`${supabase.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`No session: ${reply.status} ${await reply.text()}`);
  return sessionSchema.parse(await reply.json());
}

/** The synthetic address of a contract's own account. */
export async function contractAccount(
  { sql }: FullStack,
  { contractNumber, password }: { contractNumber: string; password: string },
): Promise<Account> {
  const [row] = await sql`
    select users.email from public.contracts join auth.users on users.id = contracts.user_id
    where contracts.contract_number = ${contractNumber}`;
  return { email: String(row?.["email"]), password };
}

/** Leaves the browser as a login does: the staff session is in local storage. */
export async function storeStaffSession(stack: FullStack, page: Page, session: StoredSession) {
  await store(stack, page, "localStorage", { [staffStorageKey]: JSON.stringify(session) });
}

/** Leaves the tab as a login does; either half may be missing. */
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

async function store(
  { siteUrl }: FullStack,
  page: Page,
  storage: "localStorage" | "sessionStorage",
  items: Record<string, string>,
) {
  // Any address of the site will do, and this one runs no script.
  await page.goto(`${siteUrl}/robots.txt`);
  await page.evaluate(
    ([kind, entries]) => {
      for (const [key, value] of Object.entries(entries)) window[kind].setItem(key, value);
    },
    [storage, items] as const,
  );
}
