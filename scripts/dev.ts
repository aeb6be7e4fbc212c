import { startDevStudio } from "../studio/dev-studio.ts";
import { ownChild } from "../supabase/local/process/own-children.ts";
import { startDevelopmentSite } from "./dev-site.ts";
import { runStack } from "./run-stack.ts";

/** `npm run dev`: the same parts as `npm start`, from source and with hot reload. */
await runStack({
  prepare: async () => {},
  startSite: startDevelopmentSite,
  startStudio: (settings) => startDevStudio({ ...settings, onSpawn: ownChild }),
});
