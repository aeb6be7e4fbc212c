import type { StackKeys } from "../process/stack-keys.ts";
import { demoAccounts } from "../seed/demo-accounts.ts";

/** Where the functions read the published site settings. */
export interface ContentAddress {
  projectId: string;
  dataset: string;
  apiHost?: string | undefined;
  token?: string | undefined;
}

/** What the functions read from their environment; supabase/functions/_shared/env.ts parses it. */
export function functionsEnvironment(options: {
  url: string;
  keys: StackKeys;
  siteUrl: string;
  smtpPort: number;
  content: ContentAddress | undefined;
  studioUrl: string | undefined;
}): Record<string, string> {
  const { url, keys, siteUrl, smtpPort, content, studioUrl } = options;
  return {
    // Without it React is its slow development build.
    NODE_ENV: "production",
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SITE_URL: siteUrl,
    ALLOWED_ORIGINS: originsOf(siteUrl).join(),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "Payser <nao-responda@payser.example>",
    STAFF_INBOX: demoAccounts.staff.email,
    ADDRESS_HASH_KEY: keys.addressHashKey,
    FORWARD_KEY: keys.forwardKey,
    METRICS_KEY: keys.metricsKey,
    ...(studioUrl && { STUDIO_URL: studioUrl }),
    ...(content && {
      SANITY_PROJECT_ID: content.projectId,
      SANITY_DATASET: content.dataset,
      ...(content.apiHost && { SANITY_API_HOST: content.apiHost }),
      ...(content.token && { SANITY_READ_TOKEN: content.token }),
    }),
  };
}

/** A site on this machine is opened by either of its names. */
function originsOf(siteUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(siteUrl);
  const names = ["localhost", "127.0.0.1"];
  if (!names.includes(hostname)) return [origin];
  return names.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
}
