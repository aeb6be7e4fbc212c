import { isDeepStrictEqual } from "node:util";
import { at, defineMigration, setIfMissing } from "sanity/migrate";
import { getPublishedId } from "@sanity/client/csm";
import { missingContent } from "../seed/missing-content.ts";
import { readSeedDocuments } from "../seed/seed-documents.ts";

const seed = new Map(
  readSeedDocuments().map((document) => [getPublishedId(document._id), document]),
);

/** Adds required texts that older content lacks, from the initial content. Existing texts stay. */
export default defineMigration({
  title: "Textos obrigatórios que faltam, com os do conteúdo inicial",
  documentTypes: [...new Set([...seed.values()].map(({ _type }) => _type))],
  migrate: {
    async document(document, { filtered }) {
      const id = getPublishedId(document._id);
      const known = seed.get(id);
      if (known?._type !== document._type) return [];
      let missing = missingContent(document, known);
      if (missing.length > 0 && document._id !== id) {
        // When only the draft lacks a text, nothing is added, because the editor removed the text to write a new one.
        const published = await filtered.getDocument(id);
        const gaps = published ? missingContent(published, known) : [];
        missing = missing.filter((gap) =>
          gaps.some(({ path }) => isDeepStrictEqual(path, gap.path)),
        );
      }
      return missing.map(({ path, value }) => at(path, setIfMissing(value)));
    },
  },
});
