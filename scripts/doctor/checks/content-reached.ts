import { contentClientOf } from "../content-client-of.ts";
import { failed, ok, skipped, type Check } from "../check.ts";

/** As a visitor's request reads it: without the writer's token. */
export const contentReached: Check = {
  title: "Conteúdo",
  async run({ content, variables }) {
    if (!content) return skipped("sem SANITY_PROJECT_ID e SANITY_DATASET");
    const client = contentClientOf({ ...content, token: variables["SANITY_READ_TOKEN"] });
    const count = await client.fetch<number>(
      'count(*[_type in ["homePage", "siteSettings"]])',
      {},
      { perspective: "published" },
    );
    return count >= 2
      ? ok(`o dataset ${content.dataset} responde com o que está publicado`)
      : failed("página inicial ou configurações não estão publicadas: npm run content:import");
  },
};
