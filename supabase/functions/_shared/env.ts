import * as z from "zod/mini";

const keys = z.pipe(
  z.string(),
  z.transform((json, context): Record<string, string> => {
    try {
      const parsed = z.record(z.string(), z.string()).safeParse(JSON.parse(json));
      if (parsed.success && Object.keys(parsed.data).length > 0) return parsed.data;
    } catch {
      // The text is not JSON, so the issue below is reported.
    }
    context.issues.push({ code: "custom", input: json, message: "a JSON object of named keys" });
    return z.NEVER;
  }),
);

const originSchema = z.url({ protocol: /^https?$/ });

/** Matches no-reply mailboxes, whose mail nobody reads. */
const unread = /<(?:n[aã]o[._-]?resp|no[._-]?repl|do[._-]?not[._-]?repl)/iu;

const envSchema = z.object({
  SUPABASE_URL: originSchema,
  SUPABASE_PUBLISHABLE_KEYS: keys,
  SUPABASE_SECRET_KEYS: keys,
  /** Origin of the site, to which the links in e-mails lead. */
  SITE_URL: originSchema,
  /** Origins, separated by commas, whose pages may call the functions. */
  ALLOWED_ORIGINS: z.pipe(
    z.pipe(
      z.string(),
      z.transform((list) => list.split(",").map((origin) => origin.trim())),
    ),
    z.array(originSchema.check(z.refine((url) => URL.parse(url)?.origin === url, "an origin"))),
  ),
  /** URL of the mail server: smtps://user:password@host:465. Hosted functions cannot reach ports 25 and 587. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Sender of the mails, "Payser <contato@example.com>". The mails promise that people read this mailbox. */
  MAIL_FROM: z.string().check(
    z.regex(/^[^<>\r\n]+ <[^<>@\s]+@[^<>@\s]+>$/),
    z.refine((from) => !unread.test(from), "an address that can be answered"),
  ),
  STAFF_INBOX: z.email(),
  /** API for leaked passwords: https://api.pwnedpasswords.com/range. Without it, leaked passwords are accepted. */
  LEAKED_PASSWORDS_URL: z.optional(originSchema),
  /** Sanity project with the published content. The variable below names the project's dataset. */
  SANITY_PROJECT_ID: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/))),
  SANITY_DATASET: z.optional(z.string().check(z.regex(/^[a-z0-9_-]+$/))),
  SANITY_API_HOST: z.optional(originSchema),
  /** Token to read the Sanity dataset, needed when the dataset is private. */
  SANITY_READ_TOKEN: z.optional(z.string().check(z.minLength(1))),
  /** Origin of the studio, which may request test mails. Without it, test mails are refused. */
  STUDIO_URL: z.optional(originSchema),
  ADDRESS_HASH_KEY: z.string().check(z.minLength(32)),
  /** Name of the HTTP header that the platform overwrites with the caller's network address. */
  CLIENT_ADDRESS_HEADER: z._default(z.string().check(z.minLength(1)), "cf-connecting-ip"),
  /** Key shared with the site's server, which forwards forms that visitors sent without JavaScript. */
  FORWARD_KEY: z.optional(z.string().check(z.minLength(32))),
  /** Key with which the site's server calls read-metrics. Without it, every call of read-metrics is refused. */
  METRICS_KEY: z.optional(z.string().check(z.minLength(32))),
});

export type Env = z.output<typeof envSchema>;

/** Reads the environment variables. Throws one error that names every missing or wrong variable. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const result = envSchema.safeParse(variables);
  if (result.success) return result.data;
  // The error contains only names and rules, because the values are secrets.
  const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`Environment of the functions:\n${faults.join("\n")}`);
}
