import type { PublicSettings } from "../../app/layout-content.ts";
import type { ServerEnv } from "../../config/server-env.ts";

/** Returns the settings that pages may receive. All other settings stay on the server. */
export function publicSettings(env: ServerEnv): PublicSettings {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey } = env;
  const takesNativePosts = env.FORWARD_KEY !== undefined;
  return {
    origin: env.SITE_URL,
    backend: url && publishableKey ? { url, publishableKey, takesNativePosts } : null,
  };
}
