import { readFileSync } from "node:fs";
import { z } from "zod";
import type { ContentTarget } from "./content-client.ts";

const hostedSchema = z.object({
  SANITY_PROJECT_ID: z.string().min(1),
  SANITY_DATASET: z.string().min(1),
  SANITY_WRITE_TOKEN: z.string().min(1),
  /** Of content that is hosted elsewhere. */
  SANITY_API_HOST: z.string().optional(),
});

const stackSchema = z.object({
  content: z.object({
    apiHost: z.string(),
    projectId: z.string(),
    dataset: z.string(),
    token: z.string(),
  }),
});

/**
 * Where the `content:` commands work: hosted Sanity when SANITY_PROJECT_ID is
 * set, otherwise the running stack that `npm start` describes in a file.
 * @throws with a sentence for the person at the terminal
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
  const { apiHost, ...content } = readStack(stackFile);
  return { url: apiHost, ...content };
}

function readStack(file: string): z.infer<typeof stackSchema>["content"] {
  try {
    return stackSchema.parse(JSON.parse(readFileSync(file, "utf8"))).content;
  } catch {
    throw new Error(
      `${file} não descreve um conteúdo local. Rode "npm start" em outro terminal ou defina ` +
        "SANITY_PROJECT_ID, SANITY_DATASET e SANITY_WRITE_TOKEN.",
    );
  }
}
