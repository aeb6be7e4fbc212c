import * as z from "zod/mini";
import { brazilianStates } from "../contracts/fields/places.ts";
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
