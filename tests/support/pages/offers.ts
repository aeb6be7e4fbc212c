import { createClient } from "@supabase/supabase-js";
import { filledOffer } from "../../functions/filled-forms.ts";
import type { FullStack } from "../stacks/full-stack.ts";
import { addSimulation } from "./staff-data.ts";

/** Returns the tracking link of a guarantee request. The mails contain the same link. */
export async function trackingLink({ sql, siteUrl }: FullStack, simulationId: string) {
  const [row] = await sql`select public.tracking_secret(${simulationId}) as secret`;
  return `${siteUrl}/acompanhar#${String(row?.["secret"])}`;
}

/** Adds a guarantee request, and an offer that demo staff make to its applicant. */
export async function addOffer(
  stack: FullStack,
  simulation: Record<string, string | number | null> = {},
  offer: Record<string, unknown> = {},
) {
  const simulationId = await addSimulation(stack, simulation);
  const offerId = (await addOfferTo(stack, simulationId, offer)).offerId;
  return { simulationId, offerId, link: await trackingLink(stack, simulationId) };
}

/** Makes an offer for a guarantee request, as demo staff. The new offer replaces an open offer of the same request. */
export async function addOfferTo(
  { supabase }: FullStack,
  simulationId: string,
  offer: Record<string, unknown> = {},
) {
  const auth = { persistSession: false, autoRefreshToken: false };
  const staff = createClient(supabase.url, supabase.publishableKey, { auth });
  const { error } = await staff.auth.signInWithPassword(supabase.accounts.staff);
  if (error) throw error;
  const form = filledOffer(simulationId, offer);
  const made = await staff.functions.invoke("make-offer", { body: form });
  if (made.error) throw made.error;
  return { offerId: form.offerId };
}
