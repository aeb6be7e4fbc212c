import { createIfNotExists, defineMigration } from "sanity/migrate";
import { versionsToMake } from "../legal/publish-transaction.ts";

/** Stores missing versions of legal texts that the API or a release published. Visitors see only stored versions. */
export default defineMigration({
  title: "Versões que faltavam a textos publicados fora do botão Publicar",
  documentTypes: ["termsPage", "privacyPolicy"],
  async *migrate(_documents, { client }) {
    for (const version of await versionsToMake(client)) yield createIfNotExists({ ...version });
  },
});
