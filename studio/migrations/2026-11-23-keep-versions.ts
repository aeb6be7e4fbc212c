import { at, createIfNotExists, defineMigration, patch, unset } from "sanity/migrate";
import { textValues } from "#contracts/fields/variables.ts";
import { nextVersion } from "../legal/next-version.ts";

/** Stores the published terms as the first version, under the version name that the terms already contained. */
export default defineMigration({
  title: "A versão atual dos termos, guardada sob o nome que as simulações conhecem",
  documentTypes: ["termsPage"],
  async *migrate(documents, { filtered }) {
    for await (const document of documents()) {
      const { version, inForceSince } = document;
      if (document._id === "termsPage" && typeof version === "string") {
        const rules = await filtered.getDocument("businessRules");
        const settings = await filtered.getDocument("siteSettings");
        const first = nextVersion({
          subject: "termsPage",
          document,
          values: textValues(rules, settings),
          first: {
            version,
            ...(typeof inForceSince === "string" ? { inForceSince } : {}),
          },
        });
        if (first) yield createIfNotExists({ ...first });
      }
      if (version !== undefined || inForceSince !== undefined) {
        yield patch(document._id, [at("version", unset()), at("inForceSince", unset())]);
      }
    }
  },
});
