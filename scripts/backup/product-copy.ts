import type { ContentTarget } from "../../studio/local/content-client.ts";
import { readProductParts } from "../stack/product-parts.ts";

export interface ProductCopy {
  content: ContentTarget;
  supabase: { url: string; secretKey: string };
  databaseUrl: string;
}

/**
 * Reads the URLs and keys of the content, of Supabase and of the database. The source is the environment, or else the
 * local copy that `stackFile` describes. @throws when a value is missing
 */
export async function readProductCopy(
  variables: Record<string, string | undefined>,
  stackFile: string,
): Promise<ProductCopy> {
  const { content, supabase, databaseUrl } = await readProductParts(variables, stackFile);
  if (!content?.token || !supabase?.secretKey || !databaseUrl) {
    throw new Error(
      "Faltam variáveis: SANITY_PROJECT_ID, SANITY_DATASET, SANITY_WRITE_TOKEN, SUPABASE_URL, " +
        "SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY e SUPABASE_DB_URL (docs/deploy.md).",
    );
  }
  return {
    content: { ...content, token: content.token },
    supabase: { url: supabase.url, secretKey: supabase.secretKey },
    databaseUrl,
  };
}
