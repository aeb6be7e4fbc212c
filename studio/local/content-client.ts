import { createClient, type SanityClient } from "@sanity/client";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";

/**
 * Dataset that holds the content. It is in the local Content Lake at `url`, or on hosted Sanity when `url` is absent.
 */
export interface ContentTarget {
  url?: string | undefined;
  projectId: string;
  dataset: string;
  token: string;
}

/** Makes a client of the content API that can write content and see drafts, if the token allows this. */
export function createContentClient({ url, ...target }: ContentTarget): SanityClient {
  return createClient({
    ...target,
    apiVersion: contentApiVersion,
    useCdn: false,
    perspective: "raw",
    ...(url && { apiHost: url, useProjectHostname: false }),
  });
}

const hostedSchema = z.object({
  SANITY_PROJECT_ID: z.string().min(1),
  SANITY_DATASET: z.string().min(1),
  SANITY_WRITE_TOKEN: z.string().min(1),
  /** Base URL of a content API other than Sanity's. */
  SANITY_API_HOST: z.string().optional(),
});

/** Zod schema of the content settings in `.local/stack.json`, which `npm start` writes. */
export const localTargetSchema = z
  .object({ apiHost: z.string(), projectId: z.string(), dataset: z.string(), token: z.string() })
  .transform(({ apiHost, ...project }) => ({ url: apiHost, ...project }));
const stackSchema = z.object({ content: localTargetSchema });

/**
 * Returns hosted Sanity when SANITY_PROJECT_ID is set, or else the Content Lake that `npm start` runs.
 * @throws Error in Portuguese that names the missing settings
 */
export function resolveContentTarget(
  environment: NodeJS.ProcessEnv,
  stackFile: string,
): ContentTarget {
  if (environment["SANITY_PROJECT_ID"]) {
    const hosted = hostedSchema.safeParse(environment);
    if (!hosted.success) {
      const names = hosted.error.issues.map(({ path }) => path.join(".")).join(", ");
      throw new Error(`Falta definir: ${names}`);
    }
    const { SANITY_PROJECT_ID, SANITY_DATASET, SANITY_WRITE_TOKEN, SANITY_API_HOST } = hosted.data;
    return {
      url: SANITY_API_HOST || undefined,
      projectId: SANITY_PROJECT_ID,
      dataset: SANITY_DATASET,
      token: SANITY_WRITE_TOKEN,
    };
  }
  try {
    return stackSchema.parse(JSON.parse(readFileSync(stackFile, "utf8"))).content;
  } catch {
    throw new Error(
      `${stackFile} não descreve um conteúdo local. Rode "npm start" em outro terminal ou defina ` +
        "SANITY_PROJECT_ID, SANITY_DATASET e SANITY_WRITE_TOKEN.",
    );
  }
}
