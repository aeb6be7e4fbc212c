import { startDevStudio } from "../studio/dev-studio.ts";
import { startDevelopmentSite } from "./dev-site.ts";
import { runStack } from "./run-stack.ts";

/** `npm run dev`: the same parts as `npm start`, from source and with hot reload. */
await runStack({
  prepare: async () => {},
  startSite: startDevelopmentSite,
  startStudio: startDevStudio,
});
