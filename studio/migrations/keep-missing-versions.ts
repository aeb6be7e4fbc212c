import { createIfNotExists, defineMigration } from "sanity/migrate";
import { versionsToMake } from "../legal/publish-transaction.ts";

/**
 * A legal text that was published past the studio, as by the API or with a release, has no version
 * yet; nobody is shown it until then.
 */
export default defineMigration({
  title: "Versões que faltavam a textos publicados fora do botão Publicar",
  documentTypes: ["termsPage", "privacyPolicy"],
  async *migrate(_documents, { client }) {
    for (const version of await versionsToMake(client)) yield createIfNotExists({ ...version });
  },
});
