import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { localProject } from "../../scripts/stack/content-part.ts";
import { buildStudio, studioBuildDirectory } from "../../studio/build/build-studio.ts";
import { startStudio } from "../../studio/local/http/serve-studio.ts";
import { migrateContent } from "../../studio/migrate-content.ts";
import { documentSchema, placeholders } from "../../studio/seed/placeholders.ts";
import { findFreePort } from "../../supabase/local/process/ports.ts";
import { stackKeys } from "../../supabase/local/process/stack-keys.ts";
import { startSupabase } from "../../supabase/local/start-supabase.ts";
import { copyDataTemplate, passwordCost } from "../../supabase/tests/support/data-template.ts";
import { findSupabasePorts } from "../../supabase/tests/support/find-supabase-ports.ts";
import { startSeededLake } from "../support/stacks/seeded-lake.ts";
import { startTestSite } from "../support/stacks/site-stack.ts";
import { startAlteringProxy } from "./altering-proxy.ts";

/** Header with the visitor's IP address. In production, the proxy in front of the site sets this header. */
export const visitor = { "x-real-ip": "203.0.113.9" };

/** DNS TXT records of a domain that is set up correctly for mail, by host name. */
export const mailNames: Readonly<Record<string, string>> = {
  "payser.com.br": "v=spf1 include:spf.correio.example -all",
  "_dmarc.payser.com.br": "v=DMARC1; p=reject",
  "payser._domainkey.payser.com.br": "v=DKIM1; k=rsa; p=MIIBIjANBgkq",
};

/**
 * Starts a site that is ready to go live, and its backend. The content has no placeholders, the migrations are applied,
 * a second factor is required and a backup is recorded. Site, Supabase and content API each have a proxy in front of
 * them that can fail.
 */
export async function startLiveStack() {
  const directory = await mkdtemp(join(tmpdir(), "payser-live-"));
  const dataDirectory = join(directory, "supabase");
  await copyDataTemplate(dataDirectory);
  const studioPort = await findFreePort();
  const studioUrl = `http://localhost:${studioPort}`;
  const [siteProxy, supabaseProxy, contentProxy] = await Promise.all([
    startAlteringProxy(),
    startAlteringProxy(),
    startAlteringProxy(),
  ]);
  await buildStudio(localProject);
  const lake = await startSeededLake({ studioOrigins: [studioUrl] });
  contentProxy.leadTo(lake.url);
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
  await sql`
    update private.staff_settings
    set require_second_factor = true, allowed_domains = '{payser.com.br}'`;
  // The scheduler (pg_cron) and the timer of the backup make these calls in production.
  await sql`select public.run_schedule(), private.purge_expired(), private.note_run('backup')`;
  const { publishableKey, secretKey, forwardKey, metricsKey } = supabase;
  const site = await startTestSite(lake.url, undefined, {
    siteUrl: siteProxy.url,
    supabase: { url: supabaseProxy.url, publishableKey, forwardKey },
    preview: { token: lake.viewerToken, studioUrl },
    addressHeader: "x-real-ip",
  });
  siteProxy.add(visitor);
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
    SANITY_API_HOST: contentProxy.url,
    SANITY_PREVIEW_TOKEN: lake.viewerToken,
    SANITY_WRITE_TOKEN: String(lake.editor.config().token),
    SUPABASE_URL: supabaseProxy.url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    SUPABASE_DB_URL: supabase.databaseUrl,
    ALLOWED_ORIGINS: siteProxy.url,
    SMTP_URL: `smtp://correio:senha-do-correio@127.0.0.1:${supabase.smtp.port}`,
    MAIL_FROM: "Payser <contato@payser.com.br>",
    STAFF_INBOX: "equipe@payser.com.br",
    ADDRESS_HASH_KEY: (await stackKeys(dataDirectory)).addressHashKey,
    FORWARD_KEY: forwardKey,
    METRICS_KEY: metricsKey,
    CLIENT_ADDRESS_HEADER: "x-real-ip",
    DKIM_SELECTOR: "payser",
  };
  return {
    variables,
    siteProxy,
    supabaseProxy,
    contentProxy,
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
      await contentProxy.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type LiveStack = Awaited<ReturnType<typeof startLiveStack>>;

/** Replaces the placeholders in the content. The company does the same before the site goes live. */
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
