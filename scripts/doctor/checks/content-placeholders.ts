import { readDocuments } from "../../../studio/placeholders/read-documents.ts";
import { findPlaceholders } from "../../../studio/seed/placeholders.ts";
import { contentClientOf } from "../content-client-of.ts";
import { failed, ok, skipped, type Check } from "../check.ts";

export const contentPlaceholders: Check = {
  title: "Valores provisórios",
  async run({ content }) {
    if (!content?.token) return skipped("sem SANITY_WRITE_TOKEN");
    const { length } = findPlaceholders(await readDocuments(contentClientOf(content)));
    return length === 0
      ? ok("nenhum")
      : failed(`${length} a trocar (npm run content:placeholders diz quais)`);
  },
};
