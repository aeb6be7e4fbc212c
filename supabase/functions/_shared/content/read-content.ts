import * as z from "zod/mini";
import type { TermsVersion } from "#contracts/legal-text.ts";
import type { CallDatabase } from "../database.ts";
import type { Log } from "../log.ts";
import { type FunctionContent, readContentAnswer } from "./function-content.ts";
import { contentApiVersion, seedContent } from "./seed-content.ts";

/** Function that returns the terms' versions, newest first; undefined when none exists or the API is down. */
export type ReadTermsVersions = () => Promise<TermsVersion[] | undefined>;

/** Function that reads the published content. It never throws and never waits for long. */
export type ReadContent = () => Promise<FunctionContent>;

export type ContentAddress = {
  projectId: string;
  dataset: string;
  /** Base URL of a content API other than Sanity's. */
  apiHost?: string | undefined;
  /** Token for reading a private dataset. */
  token?: string | undefined;
};

type ReaderParts = {
  callDatabase: CallDatabase;
  log: Log;
  ask?: typeof fetch;
  now?: () => number;
};

const patienceMilliseconds = 1_500;
const freshMilliseconds = 5 * 60_000;
/** Time after a failure during which the content API is not asked again. */
const pauseMilliseconds = 60_000;

export const contentQuery = `{
  "company": *[_id == "siteSettings"][0]{
    brandName, legalName, cnpj, email, phone, openingHours,
    "postalCode": address.postalCode,
    "officerName": dataProtectionOfficer.name,
    "address": address.street + ", " + address.city + ", " + address.state,
    "dataProtectionEmail": dataProtectionOfficer.email
  },
  "rules": *[_id == "businessRules"][0],
  "coverage": *[_id == "coverage"][0]{
    "exclusions": exclusions{ title, note, "items": items[].text },
    "inclusions": inclusions{ title, "items": items[].text }
  },
  "letterTexts": *[_id == "letterTexts"][0],
  "terms": *[_type == "legalVersion" && subject == "termsPage"] | order(number desc)[0]{
    version,
    "limitingClauses": clauses[limitsRights == true]{ number, title, "text": pt::text(body) }
  },
  "mailTexts": *[_id == "mailTexts"][0],
  "pix": *[_id == "siteSettings" && defined(pix.key)][0].pix{ key, payeeName, payeeCity, note },
  "products": *[_type == "product" && defined(slug.current)]{ "slug": slug.current, name }
}`;

const answerSchema = z.object({ result: z.unknown() });

const versionsQuery = `*[_type == "legalVersion" && subject == "termsPage"] | order(number desc)[0...50]{
  version, "madeAt": _createdAt
}`;
const versionsSchema = z.array(z.object({ version: z.string(), madeAt: z.string() }));
/**
 * Minimum time between two HTTP requests for the terms' versions. Otherwise each call with an invented version would
 * cause a request.
 */
const versionsMilliseconds = 3_000;

/**
 * Creates a content reader that asks the content API at most every five minutes, or one minute after a failure. Missing
 * or invalid parts come from this process's memory, the database or the seed.
 */
export function createContentReader(
  address: ContentAddress | undefined,
  { callDatabase, log, ask = fetch, now = Date.now }: ReaderParts,
): ReadContent {
  let known = seedContent;
  let askAgainAt = 0;
  let isRecalled = false;
  let reading: Promise<void> | undefined;

  async function recall(): Promise<void> {
    if (isRecalled) return;
    const kept = await callDatabase("recall_content", {}).catch(() => undefined);
    if (kept === undefined) return;
    isRecalled = true;
    if (kept !== null) known = readContentAnswer(kept, known).content;
  }

  async function read(from: ContentAddress): Promise<void> {
    const answer = await askContent(from, ask, contentQuery).catch(() => undefined);
    askAgainAt = now() + (answer === undefined ? pauseMilliseconds : freshMilliseconds);
    const { faults } = readContentAnswer(answer, known);
    if (faults.length > 0) {
      log({ function: "content", event: "content-incomplete", faults: faults.join(" ") });
      await recall();
    }
    known = readContentAnswer(answer, known).content;
    // Content without valid company or rules is not stored. Content with other faults is stored only after `recall`
    // read the stored parts, because seed parts would otherwise overwrite them.
    const isGood = !faults.includes("company") && !faults.includes("rules");
    if (!isGood || (faults.length > 0 && !isRecalled)) return;
    await callDatabase("keep_content", { content: known }).catch(() => undefined);
  }

  return async () => {
    if (!address || now() < askAgainAt) return known;
    // Simultaneous calls share one HTTP request.
    reading ??= read(address).finally(() => (reading = undefined));
    await reading;
    return known;
  };
}

/** Creates a reader of all versions of the terms, used when a caller names a version that is not in force. */
export function createVersionsReader(
  address: ContentAddress | undefined,
  { ask = fetch, now = Date.now }: Pick<ReaderParts, "ask" | "now"> = {},
): ReadTermsVersions {
  let known: Promise<TermsVersion[] | undefined> | undefined;
  let askAgainAt = 0;

  async function read(from: ContentAddress): Promise<TermsVersion[] | undefined> {
    const answer = await askContent(from, ask, versionsQuery).catch(() => undefined);
    const { data } = versionsSchema.safeParse(answer);
    return data?.length ? data : undefined;
  }

  return async () => {
    if (!address) return undefined;
    if (known === undefined || now() >= askAgainAt) {
      askAgainAt = now() + versionsMilliseconds;
      known = read(address);
    }
    return known;
  };
}

async function askContent(
  address: ContentAddress,
  ask: typeof fetch,
  query: string,
): Promise<unknown> {
  const response = await ask(queryUrl(address, query), {
    headers: address.token === undefined ? {} : { authorization: `Bearer ${address.token}` },
    signal: AbortSignal.timeout(patienceMilliseconds),
  });
  return answerSchema.parse(await response.json()).result;
}

function queryUrl({ projectId, dataset, apiHost }: ContentAddress, query: string): string {
  const host = apiHost ?? `https://${projectId}.api.sanity.io`;
  const parameters = new URLSearchParams({ query, perspective: "published" });
  return `${host}/v${contentApiVersion}/data/query/${dataset}?${parameters.toString()}`;
}
