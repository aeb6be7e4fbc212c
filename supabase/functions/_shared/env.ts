import * as z from "zod/mini";

const keys = z.pipe(
  z.string(),
  z.transform((json, context): Record<string, string> => {
    try {
      const parsed = z.record(z.string(), z.string()).safeParse(JSON.parse(json));
      if (parsed.success && Object.keys(parsed.data).length > 0) return parsed.data;
    } catch {
      // Not JSON: the issue below says so.
    }
    context.issues.push({ code: "custom", input: json, message: "a JSON object of named keys" });
    return z.NEVER;
  }),
);

const originSchema = z.url({ protocol: /^https?$/ });

/** Local parts by which a mailbox says that nobody reads it. */
const unread = /<(?:n[aã]o[._-]?resp|no[._-]?repl|do[._-]?not[._-]?repl)/iu;

const envSchema = z.object({
  SUPABASE_URL: originSchema,
  SUPABASE_PUBLISHABLE_KEYS: keys,
  SUPABASE_SECRET_KEYS: keys,
  /** Where links in e-mails lead. */
  SITE_URL: originSchema,
  /** Origins whose pages may call the functions, separated by commas. */
  ALLOWED_ORIGINS: z.pipe(
    z.pipe(
      z.string(),
      z.transform((list) => list.split(",").map((origin) => origin.trim())),
    ),
    z.array(originSchema.check(z.refine((url) => URL.parse(url)?.origin === url, "an origin"))),
  ),
  /** smtps://user:password@host:465; hosted functions cannot reach ports 25 and 587. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** "Payser <contato@example.com>": somebody reads what comes back, as the mails promise. */
  MAIL_FROM: z.string().check(
    z.regex(/^[^<>\r\n]+ <[^<>@\s]+@[^<>@\s]+>$/),
    z.refine((from) => !unread.test(from), "an address that can be answered"),
  ),
  STAFF_INBOX: z.email(),
  /** https://api.pwnedpasswords.com/range; without it new staff passwords are not looked up. */
  LEAKED_PASSWORDS_URL: z.optional(originSchema),
  /** Both: e-mails are signed with the company of the published site settings. */
  SANITY_PROJECT_ID: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/))),
  SANITY_DATASET: z.optional(z.string().check(z.regex(/^[a-z0-9_-]+$/))),
  SANITY_API_HOST: z.optional(originSchema),
  /** Only for a private dataset. */
  SANITY_READ_TOKEN: z.optional(z.string().check(z.minLength(1))),
  /** The studio, whose page may have test mails sent; without it none can. */
  STUDIO_URL: z.optional(originSchema),
  ADDRESS_HASH_KEY: z.string().check(z.minLength(32)),
  /** The header that the platform overwrites with the caller's address. */
  CLIENT_ADDRESS_HEADER: z._default(z.string().check(z.minLength(1)), "cf-connecting-ip"),
  /** What the site's process knows, too, when it hands on forms that come without JavaScript. */
  FORWARD_KEY: z.optional(z.string().check(z.minLength(32))),
  /** What the site's process knows, too, when it asks how the backend is; without it nobody is told. */
  METRICS_KEY: z.optional(z.string().check(z.minLength(32))),
});

export type Env = z.output<typeof envSchema>;

/** Reads the environment; throws once, naming every variable that is missing or wrong. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const result = envSchema.safeParse(variables);
  if (result.success) return result.data;
  // Names and rules only: the values are secrets.
  const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`Environment of the functions:\n${faults.join("\n")}`);
}
