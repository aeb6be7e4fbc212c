import { z } from "zod";

/** Ports of the parts, before the offset. */
const basePorts = {
  site: 3000,
  studio: 3333,
  content: 3334,
  supabase: 54_321,
  database: 54_322,
  inbox: 54_324,
};
const HIGHEST_BASE_PORT = 54_324;

export type Ports = typeof basePorts;

const startEnvSchema = z.object({
  /** Added to every port, so that copies run side by side. */
  PORT_OFFSET: z.coerce
    .number({ error: "precisa ser um número inteiro" })
    .int("precisa ser um número inteiro")
    .min(-2_900)
    .max(65_535 - HIGHEST_BASE_PORT)
    .default(0),
  /** Set both to use hosted Sanity instead of the Content Lake on this machine. */
  SANITY_PROJECT_ID: z.string().min(1).optional(),
  SANITY_DATASET: z.string().min(1).optional(),
  SANITY_READ_TOKEN: z.string().min(1).optional(),
  /** A viewer's, so that the local studio shows drafts of hosted content on the local site. */
  SANITY_PREVIEW_TOKEN: z.string().min(1).optional(),
  /** Set both to use hosted Supabase instead of the one on this machine. */
  SUPABASE_URL: z.url("precisa ser um endereço http(s)").optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  /** The hosted functions' own, to hand on forms that come without JavaScript. */
  FORWARD_KEY: z.string().min(32, "precisa de pelo menos 32 caracteres").optional(),
  SITE_URL: z.url("precisa ser um endereço http(s)").optional(),
});

export interface StartSettings {
  ports: Ports;
  /** Undefined: the Content Lake runs on this machine. */
  hosted:
    | {
        projectId: string;
        dataset: string;
        token: string | undefined;
        viewerToken: string | undefined;
      }
    | undefined;
  /** Undefined: Supabase runs on this machine. */
  hostedSupabase:
    | { url: string; publishableKey: string; forwardKey: string | undefined }
    | undefined;
  siteUrl: string;
}

/**
 * Reads what `npm start` and `npm run dev` can be told.
 * @throws Error that names every bad variable.
 */
export function parseStartEnv(source: Record<string, string | undefined>): StartSettings {
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
  const ports: Ports = {
    site: basePorts.site + PORT_OFFSET,
    studio: basePorts.studio + PORT_OFFSET,
    content: basePorts.content + PORT_OFFSET,
    supabase: basePorts.supabase + PORT_OFFSET,
    database: basePorts.database + PORT_OFFSET,
    inbox: basePorts.inbox + PORT_OFFSET,
  };
  return {
    ports,
    hosted:
      SANITY_PROJECT_ID && SANITY_DATASET
        ? {
            projectId: SANITY_PROJECT_ID,
            dataset: SANITY_DATASET,
            token: SANITY_READ_TOKEN,
            viewerToken: parsed.data.SANITY_PREVIEW_TOKEN,
          }
        : undefined,
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
