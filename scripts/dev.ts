import { startDevStudio } from "../studio/build/dev-studio.ts";
import { ownChild } from "../supabase/local/process/processes.ts";
import { keepSite } from "./stack/keep-site.ts";
import { runStack } from "./stack/run-stack.ts";
import { siteFromSource } from "./stack/start-site.ts";

/** `npm run dev`: the same parts as `npm start`, from source and with hot reload. */
await runStack({
  async startSite(settings, parts) {
    const [site] = await Promise.all([keepSite(settings, siteFromSource), parts]);
    // Vite loads a page when it is asked for: whoever comes first need not wait for it.
    const reply = await fetch(site.url).catch(() => undefined);
    await reply?.body?.cancel();
    return site;
  },
  startStudio: (settings) => startDevStudio({ ...settings, onSpawn: ownChild }),
});
