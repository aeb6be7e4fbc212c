import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type ContentTarget, localTargetSchema } from "../../studio/local/content-client.ts";

/** URLs of the product's parts, and keys for checking the parts. Parts that are undefined are not checked. */
export interface ProductParts {
  /** All environment variables, to be checked by the rules of the site and of the functions. */
  variables: Record<string, string | undefined>;
  /** Whether the product is a copy on this machine, which needs no environment variables. */
  isLocal: boolean;
  site: string | undefined;
  studio: string | undefined;
  /** Content API to check. Without a token, only published documents can be read. */
  content: (Omit<ContentTarget, "token"> & { token: string | undefined }) | undefined;
  supabase: { url: string; publishableKey: string; secretKey: string | undefined } | undefined;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
}

const stackSchema = z.object({
  site: z.string(),
  studio: z.string(),
  content: localTargetSchema,
  supabase: z.object({
    url: z.string(),
    publishableKey: z.string(),
    secretKey: z.string(),
    databaseUrl: z.string(),
  }),
});

/**
 * Returns the product's parts from the environment variables. When the variables name neither a site nor content,
 * returns the copy on this machine that `stackFile` describes. @throws Error with a Portuguese message when there are
 * neither variables nor a running copy
 */
export async function readProductParts(
  variables: Record<string, string | undefined>,
  stackFile: string,
): Promise<ProductParts> {
  if (variables["SITE_URL"] || variables["SANITY_PROJECT_ID"]) return ofVariables(variables);
  const text = await readFile(stackFile, "utf8").catch(() => "null");
  const stack = stackSchema.safeParse(JSON.parse(text));
  if (!stack.success) {
    throw new Error(
      'Não há o que alcançar: defina as variáveis de docs/deploy.md (em .env.production), ou rode "npm start" em outro terminal.',
    );
  }
  const { site, studio, content, supabase } = stack.data;
  const { databaseUrl, ...api } = supabase;
  const smtpUrl = variables["SMTP_URL"];
  return { variables, isLocal: true, site, studio, content, supabase: api, databaseUrl, smtpUrl };
}

function ofVariables(variables: Record<string, string | undefined>): ProductParts {
  const of = (name: string) => variables[name] || undefined;
  const [projectId, dataset] = [of("SANITY_PROJECT_ID"), of("SANITY_DATASET")];
  const [url, publishableKey] = [of("SUPABASE_URL"), of("SUPABASE_PUBLISHABLE_KEY")];
  return {
    variables,
    isLocal: false,
    site: of("SITE_URL"),
    studio: of("STUDIO_URL"),
    content:
      projectId && dataset
        ? { url: of("SANITY_API_HOST"), projectId, dataset, token: of("SANITY_WRITE_TOKEN") }
        : undefined,
    supabase:
      url && publishableKey
        ? { url, publishableKey, secretKey: of("SUPABASE_SECRET_KEY") }
        : undefined,
    databaseUrl: of("SUPABASE_DB_URL"),
    smtpUrl: of("SMTP_URL"),
  };
}
