import { at, defineMigration, setIfMissing } from "sanity/migrate";
import { missingContent } from "../seed/missing-content.ts";
import { readSeedDocuments } from "../seed/seed-documents.ts";

const seed = new Map(readSeedDocuments().map((document) => [document._id, document]));
const VERSION_PREFIX = /^(?:drafts|versions\.[^.]+)\./;

/**
 * Content of the first release lacks the texts that forms and notices have gained since. Until an
 * editor words them, they are the initial content's; nothing that is there is changed.
 */
export default defineMigration({
  title: "Textos obrigatórios que faltam, com os do conteúdo inicial",
  documentTypes: [...new Set([...seed.values()].map(({ _type }) => _type))],
  migrate: {
    document(document) {
      const known = seed.get(document._id.replace(VERSION_PREFIX, ""));
      if (known?._type !== document._type) return [];
      return missingContent(document, known).map(({ path, value }) =>
        at(path, setIfMissing(value)),
      );
    },
  },
});
