import { readFile } from "node:fs/promises";
import type { SanityClient } from "@sanity/client";
import { z } from "zod";
import { documentSchema, findPlaceholders } from "../../../studio/seed/placeholders.ts";
import { createContentClient } from "../../../studio/local/content-client.ts";
import { migrateContent } from "../../../studio/migrate-content.ts";
import { readDocuments } from "../../../studio/placeholders/read-documents.ts";
import schema from "../../../studio/schema.json" with { type: "json" };
import type { ProductParts } from "../../stack/product-parts.ts";
import { failed, judge, ok, skipped, type Check, check } from "../check.ts";

const withoutContent = skipped("sem SANITY_PROJECT_ID e SANITY_DATASET");

/** Makes a client for the content to check. A client without a token reads published documents only. */
function clientOf({ token = "", ...place }: NonNullable<ProductParts["content"]>): SanityClient {
  return createContentClient({ ...place, token });
}

/** Makes a client that reads published content with the site's token. The token for writing is not used. */
function asVisitor(content: NonNullable<ProductParts["content"]>, token: string | undefined) {
  return clientOf({ ...content, token }).withConfig({ perspective: "published" });
}

const content = check("Conteúdo", async ({ content: from, variables }) => {
  if (!from) return withoutContent;
  const count = await asVisitor(from, variables["SANITY_READ_TOKEN"]).fetch<number>(
    'count(*[_type in ["homePage", "siteSettings"]])',
  );
  return count >= 2
    ? ok(`o dataset ${from.dataset} responde com o que está publicado`)
    : failed("página inicial ou configurações não estão publicadas: npm run content:import");
});

const seedFile = new URL("../../../studio/seed/content.ndjson", import.meta.url);

/**
 * Returns the ids of singletons that the seed publishes. The result lacks the privacy policy, which the seed contains
 * only as a draft. The seed file is read, because loading the studio's list of singletons takes seconds.
 */
async function neededIds(): Promise<string[]> {
  const lines = (await readFile(seedFile, "utf8")).split("\n").filter(Boolean);
  return lines
    .map((line) => documentSchema.parse(JSON.parse(line)))
    .filter(({ _id, _type }) => _id === _type)
    .map(({ _id }) => _id);
}

const publishedSchema = z.object({ ids: z.array(z.string()), versions: z.number() });

/**
 * Checks that all texts are published. The site shows unapproved seed texts in place of unpublished texts, without any
 * error.
 */
const published = check("Textos publicados", async ({ content: from, variables }) => {
  if (!from) return withoutContent;
  const needed = await neededIds();
  const found: unknown = await asVisitor(from, variables["SANITY_READ_TOKEN"]).fetch(
    `{"ids": *[_id in $ids]._id, "versions": count(*[_type == "legalVersion" && subject == "termsPage"])}`,
    { ids: needed },
  );
  const { ids, versions } = publishedSchema.parse(found);
  const missing = needed.filter((id) => !ids.includes(id));
  return judge(
    [
      missing.length > 0 && `não está publicado: ${missing.join(", ")}`,
      versions === 0 && "nenhuma versão dos termos: publique-os no estúdio",
    ],
    `${needed.length} documentos, e os termos em ${versions} ${versions === 1 ? "versão" : "versões"}`,
  );
});

const STRANGER = "https://estranho.example";

/** Checks that the studio's pages may call the content API with the user's session, and that other origins may not. */
const cors = check("CORS do conteúdo", async ({ content: from, studio }, { signal }) => {
  if (!from || !studio) return skipped("sem o conteúdo ou STUDIO_URL");
  const address = clientOf(from).getUrl("/users/me");
  async function mayCall(origin: string): Promise<boolean> {
    const { headers } = await fetch(address, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "GET" },
      signal,
    });
    return (
      headers.get("access-control-allow-origin") === origin &&
      headers.get("access-control-allow-credentials") === "true"
    );
  }
  const origin = new URL(studio).origin;
  const [ours, strangers] = await Promise.all([mayCall(origin), mayCall(STRANGER)]);
  return judge(
    [
      !ours && `${origin} não está entre as origens com credenciais`,
      strangers && "qualquer origem entra com credenciais",
    ],
    `só ${origin} entra com credenciais`,
  );
});

/** Checks that the site's token can read drafts, which the studio's preview needs, and cannot write. */
const previewToken = check("Rascunhos no estúdio", async ({ content: from, variables }) => {
  const token = variables["SANITY_PREVIEW_TOKEN"];
  if (!from || !token) return skipped("sem o conteúdo ou SANITY_PREVIEW_TOKEN");
  const client = clientOf({ ...from, token });
  // The query reads a published document, because a bad token then causes an error. A query for drafts alone would
  // return an empty result.
  await client.withConfig({ perspective: "drafts" }).fetch('*[_id == "homePage"][0]._id');
  const mayWrite = await client.mutate([{ create: { _type: "faqItem" } }], { dryRun: true }).then(
    () => true,
    () => false,
  );
  return mayWrite
    ? failed("SANITY_PREVIEW_TOKEN pode escrever: dê ao site um de leitor (viewer)")
    : ok("SANITY_PREVIEW_TOKEN lê, e nada mais");
});

const known = schema.filter(({ type }) => type === "document").map(({ name }) => name);
/** Matches document types of Sanity and of our migrations, which the studio's schema does not contain. */
const platformTypes = /^(?:sanity|system|assist|contentMigrations)(?:\.|$)/;

/** Checks that all document types are known. A document of an unknown type comes from another software version. */
const types = check("Esquema do conteúdo", async ({ content: from }) => {
  if (!from?.token) return skipped("sem SANITY_WRITE_TOKEN");
  const found = await clientOf(from).fetch<unknown>("array::unique(*[]._type)");
  const strange = z
    .array(z.string())
    .parse(found)
    .filter((type) => !known.includes(type) && !platformTypes.test(type));
  return judge(
    strange.map((type) => `há documentos do tipo ${type}, que esta versão não conhece`),
    `${known.length} tipos, e nenhum documento de outro`,
  );
});

const migrations = check("Migrações do conteúdo", async ({ content: from }) => {
  if (!from?.token) return skipped("sem SANITY_WRITE_TOKEN");
  const pending = await migrateContent(clientOf(from), { dryRun: true });
  return judge(
    pending.map(({ id }) => `falta ${id} (npm run content:migrate -- --apply)`),
    "todas aplicadas",
  );
});

const placeholders = check("Valores provisórios", async ({ content: from }) => {
  if (!from?.token) return skipped("sem SANITY_WRITE_TOKEN");
  const { length } = findPlaceholders(await readDocuments(clientOf(from)));
  return length === 0
    ? ok("nenhum")
    : failed(`${length} a trocar (npm run content:placeholders diz quais)`);
});

export const contentChecks: readonly Check[] = [
  content,
  published,
  cors,
  previewToken,
  types,
  migrations,
  placeholders,
];
