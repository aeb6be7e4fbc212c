import * as z from "zod/mini";
import { formatShortDate, todayInBrasilia } from "../contracts/fields/formats.ts";
import { brazilianStates } from "../contracts/fields/places.ts";
import { contractStateOn } from "../contracts/guarantee/contract.ts";
import { contractsLetterFee, contractsStatus } from "../contracts/stored-values.ts";
import type { MailContext } from "./define-template.ts";

/** The name of a state, for its two letters. */
export function stateName(code: string): string {
  return brazilianStates.find((state) => state.code === code)?.name ?? code;
}

/**
 * A stranger's text for the eyes of staff: an invisible word joiner in every address of a site
 * keeps mail programs from making a link of it. E-mail addresses stay as they are.
 */
export function withoutLinks(text: string): string {
  return text
    .replace(/:\/\//g, ":\u2060//")
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, ".\u2060");
}

/**
 * Where a request is followed. The secret travels in the fragment, which browsers send to no server;
 * without one, as for a request that is too old, the page tells how to get a link.
 */
export async function trackingUrl(
  { siteUrl, readTrackingSecret }: MailContext,
  simulationId: string,
): Promise<string> {
  const secret = await readTrackingSecret(simulationId);
  return `${siteUrl}/acompanhar${secret === null ? "" : `#${secret}`}`;
}

const codes = new Set<string>(brazilianStates.map(({ code }) => code));

/** Two letters of the list and nothing else: templates write the state to the outside. */
export const stateSchema = z.string().check(z.refine((code) => codes.has(code)));

/** The columns of a contract by which its letter is in force or not. */
export const force = {
  status: z.enum(contractsStatus),
  start_date: z.string(),
  end_date: z.string(),
  letter_fee: z.enum(contractsLetterFee),
};
type Force = z.output<z.ZodMiniObject<typeof force>>;

/** Where a contract stands on the day on which the mail about it is made. */
export function stateOf(row: Force) {
  const { status, start_date: startDate, end_date: endDate, letter_fee: letterFee } = row;
  return contractStateOn({ status, startDate, endDate, letterFee }, todayInBrasilia());
}

/** What a letter is worth as the mail about its fee is made, as the end of “A carta …”. */
export function wordsOfForce(row: Force): string {
  const state = stateOf(row);
  if (state === "awaiting_payment") return "aguarda o pagamento da taxa e ainda não está em vigor";
  if (state === "upcoming") return `entra em vigor em ${formatShortDate(row.start_date)}`;
  return state === "in_force"
    ? `está em vigor até ${formatShortDate(row.end_date)}`
    : "não está mais em vigor";
}
