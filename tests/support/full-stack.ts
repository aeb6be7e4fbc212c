import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { z } from "zod";
import { localProject, startContentPart } from "../../scripts/content-part.ts";
import { findFreePort } from "../../supabase/local/process/find-free-port.ts";
import { findSupabasePorts } from "../../supabase/tests/support/find-supabase-ports.ts";
import { startSite } from "../../scripts/start-site.ts";
import { startSupabase } from "../../supabase/local/start-supabase.ts";
import { copyDataTemplate, passwordCost } from "../../supabase/tests/support/data-templates.ts";
import { copyContentTemplate } from "./content-template.ts";

const mailsSchema = z.array(
  z.object({
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }),
);

export type Mail = z.infer<typeof mailsSchema>[number];
export type FullStack = Awaited<ReturnType<typeof startFullStack>>;

/**
 * Everything that `npm start` runs except the studio: seeded content, Supabase with its demo
 * accounts, and the built site, on free ports and in a temporary folder. E-mails go out at once.
 * Outside of the test runner there are no templates, and `prepareData` has nothing to do.
 */
export async function startFullStack(prepareData = copyTemplates) {
  const directory = await mkdtemp(join(tmpdir(), "payser-stack-"));
  const contentDirectory = join(directory, "content");
  const dataDirectory = join(directory, "supabase");
  await prepareData(contentDirectory, dataDirectory);
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  const { lake } = await startContentPart({
    port: 0,
    dataDirectory: contentDirectory,
    studioOrigins: [],
  });
  const supabase = await startSupabase({
    ports: await findSupabasePorts(),
    dataDirectory,
    siteUrl,
    deliveryInterval: 300,
    passwordCost,
    onProblem: console.error,
  });
  const site = await startSite({
    ...localProject,
    port,
    siteUrl,
    apiHost: lake.url,
    token: undefined,
    supabase,
  });
  const sql = postgres(supabase.databaseUrl, { max: 2, onnotice: () => undefined });

  async function mails(to: string): Promise<Mail[]> {
    const reply = await fetch(`${supabase.inboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
    return mailsSchema.parse(await reply.json());
  }

  return {
    siteUrl: site.url,
    contentUrl: lake.url,
    supabase,
    /** As the owner of the database: sees and changes everything. */
    sql,
    /** What has arrived for an address, newest first. */
    mails,
    /** Waits for an e-mail to an address whose subject matches. */
    async mail(to: string, subject: RegExp): Promise<Mail> {
      for (;;) {
        const found = (await mails(to)).find((mail) => subject.test(mail.subject));
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async close() {
      await site.close();
      await sql.end({ timeout: 2 });
      await supabase.close();
      await lake.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function copyTemplates(contentDirectory: string, dataDirectory: string): Promise<void> {
  await copyContentTemplate(contentDirectory);
  await copyDataTemplate("demo", dataDirectory);
}
