import { readFile } from "node:fs/promises";
import type { SanityClient } from "@sanity/client";
import { z } from "zod";
import { documentSchema, findPlaceholders } from "../../../studio/seed/placeholders.ts";
import { createContentClient } from "../../../studio/local/content-client.ts";
import { migrateContent } from "../../../studio/migrate-content.ts";
import { readDocuments } from "../../../studio/placeholders/read-documents.ts";
import schema from "../../../studio/schema.json" with { type: "json" };
import type { ProductParts } from "../../stack/product-parts.ts";
import { failed, judge, ok, skipped, type Check } from "../check.ts";

const withoutContent = skipped("sem SANITY_PROJECT_ID e SANITY_DATASET");

/** A client for the content under examination; without a token it sees what visitors see. */
function clientOf({ token = "", ...place }: NonNullable<ProductParts["content"]>): SanityClient {
  return createContentClient({ ...place, token });
}

/** As a visitor's request reads it: without the writer's token. */
function asVisitor(content: NonNullable<ProductParts["content"]>, token: string | undefined) {
  return clientOf({ ...content, token }).withConfig({ perspective: "published" });
}

const content: Check = {
  title: "Conteúdo",
  async run({ content: from, variables }) {
    if (!from) return withoutContent;
    const count = await asVisitor(from, variables["SANITY_READ_TOKEN"]).fetch<number>(
      'count(*[_type in ["homePage", "siteSettings"]])',
    );
    return count >= 2
      ? ok(`o dataset ${from.dataset} responde com o que está publicado`)
      : failed("página inicial ou configurações não estão publicadas: npm run content:import");
  },
};

const seedFile = new URL("../../../studio/seed/content.ndjson", import.meta.url);

/**
 * The documents of which one exists and that the seed brings published. The privacy policy is a draft there:
 * until a person has read it, the home page stands in its place. (The registry of the studio knows
 * them, too, but brings every icon with it, which takes seconds.)
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
 * A page whose text is not published is shown from the snapshot, and a mail or a letter from the seed:
 * nobody sees an error, and what binds people is not what anybody decided on.
 */
const published: Check = {
  title: "Textos publicados",
  async run({ content: from, variables }) {
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
        ...(missing.length > 0 ? [`não está publicado: ${missing.join(", ")}`] : []),
        ...(versions > 0 ? [] : ["nenhuma versão dos termos: publique-os no estúdio"]),
      ],
      `${needed.length} documentos, e os termos em ${versions} ${versions === 1 ? "versão" : "versões"}`,
    );
  },
};

const STRANGER = "https://estranho.example";

/** The studio calls with its user's session; no other page may. */
const cors: Check = {
  title: "CORS do conteúdo",
  async run({ content: from, studio }, { signal }) {
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
        ...(ours ? [] : [`${origin} não está entre as origens com credenciais`]),
        ...(strangers ? ["qualquer origem entra com credenciais"] : []),
      ],
      `só ${origin} entra com credenciais`,
    );
  },
};

/** The site's own token: what it may not read, the studio cannot show; what it may write, is too much. */
const previewToken: Check = {
  title: "Rascunhos no estúdio",
  async run({ content: from, variables }) {
    const token = variables["SANITY_PREVIEW_TOKEN"];
    if (!from || !token) return skipped("sem o conteúdo ou SANITY_PREVIEW_TOKEN");
    const client = clientOf({ ...from, token });
    // What it refuses a bad token says; drafts alone would simply not be there.
    await client.withConfig({ perspective: "drafts" }).fetch('*[_id == "homePage"][0]._id');
    const mayWrite = await client.mutate([{ create: { _type: "faqItem" } }], { dryRun: true }).then(
      () => true,
      () => false,
    );
    return mayWrite
      ? failed("SANITY_PREVIEW_TOKEN pode escrever: dê ao site um de leitor (viewer)")
      : ok("SANITY_PREVIEW_TOKEN lê, e nada mais");
  },
};

const known = schema.filter(({ type }) => type === "document").map(({ name }) => name);
/** Made by the platform and by our migrations, and not in the schema. */
const ofThePlatform = /^(?:sanity|system|assist|contentMigrations)(?:\.|$)/;

/** Documents of a type that this release does not know were written by another one. */
const types: Check = {
  title: "Esquema do conteúdo",
  async run({ content: from }) {
    if (!from?.token) return skipped("sem SANITY_WRITE_TOKEN");
    const found = await clientOf(from).fetch<unknown>("array::unique(*[]._type)");
    const strange = z
      .array(z.string())
      .parse(found)
      .filter((type) => !known.includes(type) && !ofThePlatform.test(type));
    return judge(
      strange.map((type) => `há documentos do tipo ${type}, que esta versão não conhece`),
      `${known.length} tipos, e nenhum documento de outro`,
    );
  },
};

const migrations: Check = {
  title: "Migrações do conteúdo",
  async run({ content: from }) {
    if (!from?.token) return skipped("sem SANITY_WRITE_TOKEN");
    const pending = await migrateContent(clientOf(from), { dryRun: true });
    return judge(
      pending.map(({ id }) => `falta ${id} (npm run content:migrate -- --apply)`),
      "todas aplicadas",
    );
  },
};

const placeholders: Check = {
  title: "Valores provisórios",
  async run({ content: from }) {
    if (!from?.token) return skipped("sem SANITY_WRITE_TOKEN");
    const { length } = findPlaceholders(await readDocuments(clientOf(from)));
    return length === 0
      ? ok("nenhum")
      : failed(`${length} a trocar (npm run content:placeholders diz quais)`);
  },
};

/** What editors write: whether it is there, whole and of this release. */
export const contentChecks: readonly Check[] = [
  content,
  published,
  cors,
  previewToken,
  types,
  migrations,
  placeholders,
];
