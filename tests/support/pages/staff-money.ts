import type { Page } from "@playwright/test";
import { changeLedger } from "../../../supabase/tests/support/delete-contracts.ts";
import { day } from "../../../supabase/tests/support/sample-rows.ts";
import type { FullStack } from "../stacks/full-stack.ts";
import { addContract } from "./staff-contracts.ts";
import { createSession, storeStaffSession } from "./stored-sessions.ts";

interface Owed {
  number: string;
  tenant: string;
  /** Fee in reais. */
  fee: number;
  email?: string;
  /** Days from today to the due day; negative for an overdue fee. */
  dueIn?: number;
}

/** Adds a contract whose fee is not paid yet. Returns the contract's id. */
export async function addOwedFee(
  stack: FullStack,
  { number, tenant, fee, email, dueIn = 5 }: Owed,
): Promise<string> {
  const { sql } = stack;
  const id = await addContract(stack, {
    contract_number: number,
    tenant_name: tenant,
    tenant_email: email ?? null,
    fee,
    fee_due_on: day(dueIn),
    letter_fee: "awaited",
  });
  await sql`select private.owe_fee(made) from public.contracts as made where id = ${id}`;
  // The new charge is changed to be ten days old, so that tests can book payments from the last ten days.
  await changeLedger(
    sql,
    `update public.charges set created_at = now() - interval '10 days' where contract_id = '${id}'`,
  );
  return id;
}

/** Opens a path of the site as the demo member of staff. */
export async function openAsStaff(stack: FullStack, page: Page, path: string): Promise<void> {
  await storeStaffSession(stack, page, await createSession(stack, stack.supabase.accounts.staff));
  await page.goto(stack.siteUrl + path);
}

/** Goes on as another member of staff at the path that the page shows, such as one who may pay what others decided. */
export async function goOnAs(
  stack: FullStack,
  page: Page,
  account: { email: string; password: string },
): Promise<void> {
  const url = page.url();
  await storeStaffSession(stack, page, await createSession(stack, account));
  await page.goto(url);
}

/** Chooses a bank statement in the file field of the page for statements. */
export const bringStatement = (page: Page, name: string, text: string) =>
  page
    .getByLabel("Arquivo do banco")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
