import { ArchiveIcon } from "@sanity/icons/Archive";
import { defineField, defineType } from "sanity";
import { legalDocuments } from "../../legal/legal-documents.ts";
import { legalTextFields } from "../fields/legal-fields.ts";
import { termsClause } from "../singletons/legal.ts";

/** A text that was in force, as visitors read it. Publishing makes it, and nobody changes it. */
export const legalVersion = defineType({
  name: "legalVersion",
  title: "Versão guardada",
  type: "document",
  icon: ArchiveIcon,
  readOnly: true,
  fields: [
    defineField({
      name: "subject",
      title: "Documento",
      type: "string",
      options: { list: legalDocuments.map(({ type, title }) => ({ value: type, title })) },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "number",
      title: "Ordem",
      type: "number",
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "version",
      title: "Versão",
      type: "string",
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "inForceSince",
      title: "Em vigor desde",
      description: "Vazio: desde que foi guardada.",
      type: "date",
      options: { dateFormat: "DD/MM/YYYY" },
    }),
    defineField({
      name: "path",
      title: "Endereço",
      type: "string",
      validation: (rule) => rule.required(),
    }),
    ...legalTextFields(termsClause),
  ],
  preview: {
    select: { title: "title", version: "version", since: "inForceSince", created: "_createdAt" },
    prepare: ({ title, version, since, created }: Record<string, string | undefined>) => ({
      title: `Versão ${version ?? ""}`,
      subtitle: `${(since ?? created ?? "").slice(0, 10).split("-").toReversed().join("/")} · ${title ?? ""}`,
    }),
  },
});
