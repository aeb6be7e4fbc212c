import * as z from "zod/mini";
import { singleLine } from "#contracts/fields/text.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { brazilianStates } from "#contracts/fields/places.ts";
import { contractStateOn } from "#contracts/leases/contract.ts";
import { contractsLetterFee, contractsStatus } from "#contracts/stored-values.ts";
import type { MailContext } from "./define-template.ts";

export function stateName(code: string): string {
  return brazilianStates.find((state) => state.code === code)?.name ?? code;
}

/** Puts a word joiner into URLs in a stranger's text, so that mail programs make no link. The URL stays readable. */
export function withoutLinks(text: string): string {
  return text
    .replace(/:\/\//g, ":\u2060//")
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, ".\u2060");
}

/** Returns the tracking URL with its secret in the fragment, which no server receives. Old requests have no secret. */
export async function trackingUrl(
  { siteUrl, readTrackingSecret }: MailContext,
  simulationId: string,
): Promise<string> {
  const secret = await readTrackingSecret(simulationId);
  return `${siteUrl}/acompanhar${secret === null ? "" : `#${secret}`}`;
}

/**
 * Returns the URL of a landlord's lease, or of the list without `leaseId`. The secret is in the fragment, which browsers
 * send to no server.
 */
export async function landlordUrl(
  { siteUrl, readLandlordSecret }: MailContext,
  leaseId?: string,
): Promise<string> {
  const secret = await readLandlordSecret();
  const lease = leaseId === undefined ? "" : `/${leaseId}`;
  return `${siteUrl}/locador${secret === null ? "" : `#${secret}${lease}`}`;
}

/** Returns the URL of a tenant's contract or claim, which the page opens after the sign-in. */
export function contractUrl({ siteUrl }: Pick<MailContext, "siteUrl">, id: string): string {
  return `${siteUrl}/contrato#${id}`;
}

const particles = new Set(["da", "das", "de", "do", "dos", "e"]);

/** Returns the initials of a name: "A. B. S." for "Ana Beatriz da Silva", as private.initials does. */
function initialsOf(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .filter((word) => !particles.has(word.toLowerCase()))
    .map((word) => `${[...word].slice(0, 1).join("").toUpperCase()}.`)
    .join(" ");
}

/** Columns that tell a landlord which lease a mail is about. */
export const leaseColumns = {
  lease_id: z.string(),
  tenant_name: z.string(),
  property_address: z.string(),
};

/** Returns the rows that tell a landlord which lease a mail is about: the property and the tenant's initials. */
export function leaseRows(row: { tenant_name: string; property_address: string }) {
  return [
    ["Imóvel", withoutLinks(singleLine(row.property_address))],
    ["Locatário", initialsOf(row.tenant_name)],
  ] as const;
}

const codes = new Set<string>(brazilianStates.map(({ code }) => code));

/**
 * Accepts only codes of Brazilian states, because mails to addresses that a stranger may have typed contain the code.
 */
export const stateSchema = z.string().check(z.refine((code) => codes.has(code)));

/** Schema of the contract columns that decide whether the letter is in force. */
export const force = {
  status: z.enum(contractsStatus),
  start_date: z.string(),
  end_date: z.string(),
  letter_fee: z.enum(contractsLetterFee),
};
type Force = z.output<z.ZodMiniObject<typeof force>>;

/** Returns the contract's state on the day on which the mail is sent. */
export function stateOf(row: Force) {
  const { status, start_date: startDate, end_date: endDate, letter_fee: letterFee } = row;
  return contractStateOn({ status, startDate, endDate, letterFee }, todayInBrasilia());
}

/** Returns the end of the sentence “A carta …”: whether the letter is in force on the day of the mail. */
export function wordsOfForce(row: Force): string {
  const state = stateOf(row);
  if (state === "awaiting_payment") return "aguarda o pagamento da taxa e ainda não está em vigor";
  if (state === "upcoming") return `entra em vigor em ${formatShortDate(row.start_date)}`;
  return state === "in_force"
    ? `está em vigor até ${formatShortDate(row.end_date)}`
    : "não está mais em vigor";
}
