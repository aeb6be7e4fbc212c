// Supabase without the site: API and inbox run in this process, edge functions and PostgreSQL in
// processes of their own.
import { localProject } from "../../../scripts/stack/content-part.ts";
import { startSupabase } from "../../../supabase/local/start-supabase.ts";
import { findSupabasePorts } from "../../../supabase/tests/support/find-supabase-ports.ts";

const [dataDirectory = "", siteUrl = "", contentUrl = ""] = process.argv.slice(2);
const supabase = await startSupabase({
  ports: await findSupabasePorts(),
  dataDirectory,
  siteUrl,
  content: { ...localProject, apiHost: contentUrl },
  onProblem: console.error,
});
const { url, publishableKey, forwardKey, databaseUrl, inboxUrl, accounts } = supabase;
console.log(
  JSON.stringify({
    ready: true,
    url,
    publishableKey,
    forwardKey,
    databaseUrl,
    inboxUrl,
    accounts,
    functionsPid: supabase.functions?.pid(),
    databasePid: supabase.database.pid(),
  }),
);
process.once("SIGTERM", () => void supabase.close());
