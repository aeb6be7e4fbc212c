import type { PublicSettings } from "../../app/layout-content.ts";
import type { ServerEnv } from "../../config/server-env.ts";

/** The part of the environment that every page is told; nothing else of it leaves the server. */
export function publicSettings(env: ServerEnv): PublicSettings {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey } = env;
  const takesNativePosts = env.FORWARD_KEY !== undefined;
  return {
    origin: env.SITE_URL,
    backend: url && publishableKey ? { url, publishableKey, takesNativePosts } : null,
  };
}
