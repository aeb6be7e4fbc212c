import { migrateContent } from "../../../studio/migrate-content.ts";
import { contentClientOf } from "../content-client-of.ts";
import { judge, skipped, type Check } from "../check.ts";

export const contentMigrations: Check = {
  title: "Migrações do conteúdo",
  async run({ content }) {
    if (!content?.token) return skipped("sem SANITY_WRITE_TOKEN");
    const pending = await migrateContent(contentClientOf(content), { dryRun: true });
    return judge(
      pending.map(({ id }) => `falta ${id} (npm run content:migrate -- --apply)`),
      "todas aplicadas",
    );
  },
};
