import { startDevStudio } from "../studio/build/dev-studio.ts";
import { registerChild } from "../supabase/local/process/processes.ts";
import { superviseSite } from "./stack/supervise-site.ts";
import { runStack } from "./stack/run-stack.ts";
import { siteFromSource } from "./stack/start-site.ts";

/** `npm run dev` starts the same parts as `npm start`, but runs them from source with hot reload. */
await runStack({
  async startSite(settings, parts) {
    const [site] = await Promise.all([superviseSite(settings, siteFromSource), parts]);
    // Vite compiles a page at its first request. This request compiles the home page before a visitor comes.
    const reply = await fetch(site.url).catch(() => undefined);
    await reply?.body?.cancel();
    return site;
  },
  startStudio: (settings) => startDevStudio({ ...settings, onSpawn: registerChild }),
});
