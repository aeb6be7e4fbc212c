import { pageSetting } from "../page-setting.ts";

/** The function that sends test mails, and the key that its project's pages show. */
export interface TestMails {
  url: string;
  publishableKey: string;
}

/** Named as the site's address is; undefined where the studio was told of no Supabase. */
export function findTestMails(): TestMails | undefined {
  const url = pageSetting("supabase-url") ?? process.env.SANITY_STUDIO_SUPABASE_URL;
  const publishableKey =
    pageSetting("supabase-key") ?? process.env.SANITY_STUDIO_SUPABASE_PUBLISHABLE_KEY;
  return url && publishableKey
    ? { url: `${url}/functions/v1/send-test-mail`, publishableKey }
    : undefined;
}
