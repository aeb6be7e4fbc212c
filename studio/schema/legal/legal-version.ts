import { ArchiveIcon } from "@sanity/icons/Archive";
import { defineField, defineType } from "sanity";
import { legalDocuments } from "../../legal/legal-documents.ts";
import { makeFields, valueLine } from "../fields/text-fields.ts";
import { legalTextFields } from "./clause-fields.ts";
import { termsClause } from "./legal-pages.ts";

/** Stored version of a published legal text. Publishing the text creates a version, which never changes. */
export const legalVersion = defineType({
  name: "legalVersion",
  title: "Versão guardada",
  type: "document",
  icon: ArchiveIcon,
  readOnly: true,
  fields: makeFields({
    subject: (name) =>
      defineField({
        name,
        title: "Documento",
        type: "string",
        options: { list: legalDocuments.map(({ type, title }) => ({ value: type, title })) },
        validation: (rule) => rule.required(),
      }),
    number: (name) =>
      defineField({ name, title: "Ordem", type: "number", validation: (rule) => rule.required() }),
    version: valueLine("Versão", (rule) => rule.required()),
    inForceSince: (name) =>
      defineField({
        name,
        title: "Em vigor desde",
        description: "Vazio: desde que foi guardada.",
        type: "date",
        options: { dateFormat: "DD/MM/YYYY" },
      }),
    path: valueLine("Endereço", (rule) => rule.required()),
    ...legalTextFields(termsClause),
  }),
  preview: {
    select: { title: "title", version: "version", since: "inForceSince", created: "_createdAt" },
    prepare: ({ title, version, since, created }: Record<string, string | undefined>) => ({
      title: `Versão ${version ?? ""}`,
      subtitle: `${(since ?? created ?? "").slice(0, 10).split("-").toReversed().join("/")} · ${title ?? ""}`,
    }),
  },
});
