import * as z from "zod/mini";
import { contentApiVersion, seedCompany } from "./brand.ts";

/**
 * Who signs the e-mails (Decreto 7.962/2013, art. 2: name, CNPJ, physical and electronic
 * address; LGPD art. 41: the officer's contact).
 */
export type Company = typeof seedCompany;

/** Gives the company of the published site settings; never throws and never waits for long. */
export type ReadCompany = () => Promise<Company>;

type ContentAddress = {
  projectId: string;
  dataset: string;
  /** Another host than Sanity's own. */
  apiHost?: string | undefined;
  /** For a private dataset. */
  token?: string | undefined;
};

const patienceMilliseconds = 1_500;
const freshMilliseconds = 5 * 60_000;
/** After a failure the next mails go without asking again. */
const pauseMilliseconds = 60_000;

const query = `*[_id == "siteSettings"][0]{
  brandName, legalName, cnpj, email, "address": address{street, city, state},
  "dataProtectionEmail": dataProtectionOfficer.email
}`;

const text = z.string().check(z.trim(), z.minLength(1));
const answerSchema = z.object({
  result: z.object({
    brandName: text,
    legalName: text,
    cnpj: text,
    email: z.email(),
    address: z.pipe(
      z.object({ street: text, city: text, state: text }),
      z.transform(({ street, city, state }) => `${street}, ${city}, ${state}`),
    ),
    dataProtectionEmail: z.email(),
  }),
});

/**
 * Reads the site settings at most every five minutes. While they cannot be had, or lack
 * something, the last ones sign, else the seed's: no mail fails for want of them.
 */
export function createCompanyReader(
  content: ContentAddress | undefined,
  { ask = fetch, now = Date.now }: { ask?: typeof fetch; now?: () => number } = {},
): ReadCompany {
  let known = seedCompany;
  let askAgainAt = 0;
  return async () => {
    if (!content || now() < askAgainAt) return known;
    try {
      const response = await ask(queryUrl(content), {
        headers: content.token === undefined ? {} : { authorization: `Bearer ${content.token}` },
        signal: AbortSignal.timeout(patienceMilliseconds),
      });
      known = answerSchema.parse(await response.json()).result;
      askAgainAt = now() + freshMilliseconds;
    } catch {
      askAgainAt = now() + pauseMilliseconds;
    }
    return known;
  };
}

function queryUrl({ projectId, dataset, apiHost }: ContentAddress): string {
  const host = apiHost ?? `https://${projectId}.api.sanity.io`;
  const parameters = new URLSearchParams({ query, perspective: "published" });
  return `${host}/v${contentApiVersion}/data/query/${dataset}?${parameters.toString()}`;
}
