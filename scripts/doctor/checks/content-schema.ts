import { z } from "zod";
import schema from "../../../studio/schema.json" with { type: "json" };
import { contentClientOf } from "../content-client-of.ts";
import { judge, skipped, type Check } from "../check.ts";

const known = schema.filter(({ type }) => type === "document").map(({ name }) => name);
/** Made by the platform and by our migrations, and not in the schema. */
const ofThePlatform = /^(?:sanity|system|assist|contentMigrations)(?:\.|$)/;

/** Documents of a type that this release does not know were written by another one. */
export const contentSchema: Check = {
  title: "Esquema do conteúdo",
  async run({ content }) {
    if (!content?.token) return skipped("sem SANITY_WRITE_TOKEN");
    const found = await contentClientOf(content).fetch<unknown>("array::unique(*[]._type)");
    const strange = z
      .array(z.string())
      .parse(found)
      .filter((type) => !known.includes(type) && !ofThePlatform.test(type));
    return judge(
      strange.map((type) => `há documentos do tipo ${type}, que esta versão não conhece`),
      `${known.length} tipos, e nenhum documento de outro`,
    );
  },
};
