import { createBuilder } from "vite";
import { buildWhenChanged } from "./fingerprint.ts";

/** Builds the site into `dist/web` unless its sources are unchanged. */
export function buildSite(): Promise<"built" | "unchanged"> {
  return buildWhenChanged(
    "dist/web/.sources",
    ["web", "vite.config.ts", "package-lock.json"],
    async () => {
      const builder = await createBuilder({ logLevel: "warn" });
      await builder.buildApp();
    },
  );
}
