import { z } from "zod";

const HIGHEST_BASE_PORT = 54_324;

/** Returns the port of each part: the default port plus `offset`. */
const portsFrom = (offset: number) => ({
  site: 3000 + offset,
  studio: 3333 + offset,
  content: 3334 + offset,
  supabase: 54_321 + offset,
  database: 54_322 + offset,
  inbox: HIGHEST_BASE_PORT + offset,
});

const startEnvSchema = z.object({
  /** Number added to every port, so that several copies can run at the same time. */
  PORT_OFFSET: z.coerce
    .number({ error: "precisa ser um número inteiro" })
    .int("precisa ser um número inteiro")
    .min(-2_900)
    .max(65_535 - HIGHEST_BASE_PORT)
    .default(0),
  /** When SANITY_PROJECT_ID and SANITY_DATASET are set, hosted Sanity replaces the local Content Lake. */
  SANITY_PROJECT_ID: z.string().min(1).optional(),
  SANITY_DATASET: z.string().min(1).optional(),
  SANITY_READ_TOKEN: z.string().min(1).optional(),
  /**
   * Token with Sanity's viewer role. The local studio uses the token to show drafts of hosted content on the local
   * site.
   */
  SANITY_PREVIEW_TOKEN: z.string().min(1).optional(),
  /** When SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY are set, hosted Supabase replaces the local Supabase. */
  SUPABASE_URL: z.url("precisa ser um endereço http(s)").optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  /** Key of the hosted functions. The site needs the key to forward forms from browsers without JavaScript. */
  FORWARD_KEY: z.string().min(32, "precisa de pelo menos 32 caracteres").optional(),
  SITE_URL: z.url("precisa ser um endereço http(s)").optional(),
});

export type StartSettings = ReturnType<typeof parseStartEnv>;

/** Reads the variables of `npm start` and `npm run dev`. @throws Error that names every invalid variable. */
export function parseStartEnv(source: Record<string, string | undefined>) {
  const parsed = startEnvSchema.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `  ${issue.path.join(".")}: ${issue.message}`,
    );
    throw new Error(`Variáveis de ambiente inválidas:\n${problems.join("\n")}`);
  }
  const { PORT_OFFSET, SANITY_PROJECT_ID, SANITY_DATASET, SANITY_READ_TOKEN, SITE_URL } =
    parsed.data;
  if (Boolean(SANITY_PROJECT_ID) !== Boolean(SANITY_DATASET)) {
    throw new Error("SANITY_PROJECT_ID e SANITY_DATASET precisam ser informadas juntas.");
  }
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, FORWARD_KEY } = parsed.data;
  if (Boolean(SUPABASE_URL) !== Boolean(SUPABASE_PUBLISHABLE_KEY)) {
    throw new Error("SUPABASE_URL e SUPABASE_PUBLISHABLE_KEY precisam ser informadas juntas.");
  }
  const ports = portsFrom(PORT_OFFSET);
  return {
    ports,
    /** Hosted content; undefined when the Content Lake runs on this machine. */
    hosted:
      SANITY_PROJECT_ID && SANITY_DATASET
        ? {
            projectId: SANITY_PROJECT_ID,
            dataset: SANITY_DATASET,
            token: SANITY_READ_TOKEN,
            viewerToken: parsed.data.SANITY_PREVIEW_TOKEN,
          }
        : undefined,
    /** Hosted Supabase; undefined when Supabase runs on this machine. */
    hostedSupabase:
      SUPABASE_URL && SUPABASE_PUBLISHABLE_KEY
        ? {
            url: SUPABASE_URL,
            publishableKey: SUPABASE_PUBLISHABLE_KEY,
            forwardKey: FORWARD_KEY,
          }
        : undefined,
    siteUrl: SITE_URL ?? `http://localhost:${ports.site}`,
  };
}
