import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { localProject } from "../../scripts/content-part.ts";
import { buildStudio, studioBuildDirectory } from "../../studio/build-studio.ts";
import { startStudio } from "../../studio/local/http/serve-studio.ts";
import { migrateContent } from "../../studio/migrate-content.ts";
import { documentSchema } from "../../studio/seed/content-strings.ts";
import { placeholders } from "../../studio/seed/placeholders.ts";
import { findFreePort } from "../../supabase/local/process/find-free-port.ts";
import { startSupabase } from "../../supabase/local/start-supabase.ts";
import { copyDataTemplate, passwordCost } from "../../supabase/tests/support/data-template.ts";
import { findSupabasePorts } from "../../supabase/tests/support/find-supabase-ports.ts";
import { startSeededLake } from "../support/seeded-lake.ts";
import { startTestSite } from "../support/site-stack.ts";
import { startAlteringProxy } from "./altering-proxy.ts";

const address = `${"a".repeat(16)}${"b".repeat(16)}`;

/**
 * Everything of a site that is ready to go live: no placeholder left, migrations applied, a second
 * factor asked of everybody; with something that can go wrong before the site and before Supabase.
 */
export async function startLiveStack() {
  const directory = await mkdtemp(join(tmpdir(), "payser-live-"));
  const dataDirectory = join(directory, "supabase");
  await copyDataTemplate(dataDirectory);
  const studioPort = await findFreePort();
  const studioUrl = `http://localhost:${studioPort}`;
  const [siteProxy, supabaseProxy] = [await startAlteringProxy(), await startAlteringProxy()];
  await buildStudio(localProject);
  const lake = await startSeededLake({ studioOrigins: [studioUrl] });
  await fillPlaceholders(lake.editor);
  await migrateContent(lake.editor);
  const supabase = await startSupabase({
    ports: await findSupabasePorts(),
    dataDirectory,
    siteUrl: siteProxy.url,
    studioUrl,
    content: { ...localProject, apiHost: lake.url },
    deliveryInterval: 0,
    passwordCost,
    onProblem: console.error,
  });
  supabaseProxy.leadTo(supabase.url);
  const sql = postgres(supabase.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`update private.staff_settings set require_second_factor = true`;
  const { publishableKey, secretKey, forwardKey, metricsKey } = supabase;
  const site = await startTestSite(lake.url, undefined, {
    siteUrl: siteProxy.url,
    supabase: { url: supabaseProxy.url, publishableKey, forwardKey },
    preview: { token: lake.viewerToken, studioUrl },
  });
  siteProxy.leadTo(site.url);
  const studio = await startStudio({
    port: studioPort,
    buildDirectory: studioBuildDirectory,
    contentApiHost: lake.url,
    siteUrl: siteProxy.url,
  });
  const variables: Record<string, string> = {
    SITE_URL: siteProxy.url,
    STUDIO_URL: studioUrl,
    SANITY_PROJECT_ID: localProject.projectId,
    SANITY_DATASET: localProject.dataset,
    SANITY_API_HOST: lake.url,
    SANITY_PREVIEW_TOKEN: lake.viewerToken,
    SANITY_WRITE_TOKEN: String(lake.editor.config().token),
    SUPABASE_URL: supabaseProxy.url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    SUPABASE_DB_URL: supabase.databaseUrl,
    ALLOWED_ORIGINS: siteProxy.url,
    SMTP_URL: `smtp://correio:senha-do-correio@127.0.0.1:${supabase.smtp.port}`,
    MAIL_FROM: "Payser <nao-responda@payser.com.br>",
    STAFF_INBOX: "equipe@payser.com.br",
    ADDRESS_HASH_KEY: address,
    FORWARD_KEY: forwardKey,
    METRICS_KEY: metricsKey,
  };
  return {
    variables,
    siteProxy,
    supabaseProxy,
    sql,
    lake,
    supabase,
    async close() {
      await sql.end({ timeout: 2 });
      await studio.close();
      await site.close();
      await supabase.close();
      await lake.close();
      await siteProxy.close();
      await supabaseProxy.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type LiveStack = Awaited<ReturnType<typeof startLiveStack>>;

/** As the company does before it goes live. */
async function fillPlaceholders(editor: Awaited<ReturnType<typeof startSeededLake>>["editor"]) {
  const documents = documentSchema.array().parse(await editor.fetch("*[_type != 'legalVersion']"));
  const transaction = editor.transaction();
  for (const document of documents) {
    const before = JSON.stringify(document);
    const after = placeholders.reduce(
      (text, { value }) => text.replaceAll(value, value.replaceAll(/\w/g, "7")),
      before,
    );
    if (after !== before) transaction.createOrReplace(documentSchema.parse(JSON.parse(after)));
  }
  await transaction.commit();
}
