import { writeFile } from "node:fs/promises";
import { createBuilder } from "vite";
import { buildWhenChanged } from "./fingerprint.ts";
import { makeSeedResults } from "./seed-results.ts";

/** Builds the site into `dist/web` unless its sources are unchanged; `say` is told when it has to. */
export function buildSite(say: (text: string) => void = () => {}): Promise<"built" | "unchanged"> {
  return buildWhenChanged(
    "dist/web/.sources",
    [
      "web",
      "supabase/functions/_shared/contracts",
      "scripts/seed-results.ts",
      "studio/seed/content.ndjson",
      "studio/seed/placeholders.ts",
      "studio/seed/required-content.ts",
      "studio/schema.json",
      "content-api-version.ts",
      "vite.config.ts",
      "package-lock.json",
    ],
    async () => {
      say("Compilando o site…");
      // Vite heeds it more than the mode: under a test runner it would build for development.
      const { NODE_ENV } = process.env;
      process.env.NODE_ENV = "production";
      try {
        const builder = await createBuilder({ logLevel: "warn" });
        await builder.buildApp();
        await writeFile("dist/web/seed-results.json", JSON.stringify(await makeSeedResults()));
        say("O site foi compilado.");
      } finally {
        if (NODE_ENV === undefined) delete process.env.NODE_ENV;
        else process.env.NODE_ENV = NODE_ENV;
      }
    },
  );
}
