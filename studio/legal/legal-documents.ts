import { ArchiveIcon } from "@sanity/icons/Archive";
import type { StructureBuilder } from "sanity/structure";
import { contentApiVersion } from "../../content-api-version.ts";

/** Types of the legal documents whose versions are stored, with the paths of their pages. */
export const legalDocuments = [
  { type: "termsPage", path: "/termos", title: "Termos" },
  { type: "privacyPolicy", path: "/privacidade", title: "Política de privacidade" },
] as const;

type LegalDocument = (typeof legalDocuments)[number];

/** Documents whose values are inserted into legal texts. A change of these documents changes the texts. */
const sources = ["businessRules", "siteSettings"] as const;

/** All documents that the wording of legal texts depends on. */
export const legalSources: readonly string[] = [
  ...legalDocuments.map(({ type }) => type),
  ...sources,
];

export interface LegalVersion {
  /** Document id. It contains the version's number, so only one of two editors can store a version with this number. */
  _id: string;
  _type: "legalVersion";
  subject: LegalDocument["type"];
  /** Number of the version among all versions of this text, from 1. */
  number: number;
  /** Version name that visitors see and simulations store. */
  version: string;
  /**
   * First day in force of a version that existed before the software stored versions. Every other version is in force
   * from its creation date.
   */
  inForceSince?: string;
  path: string;
}

/** Returns menu entries that list the stored versions of each text, newest first. The versions cannot be edited. */
export function legalVersionLists(S: StructureBuilder) {
  return [
    S.listItem()
      .id("versoes")
      .title("Versões guardadas")
      .icon(ArchiveIcon)
      .child(
        S.list()
          .id("versoes")
          .title("Versões guardadas")
          .items(
            legalDocuments.map(({ type, title }) =>
              S.listItem()
                .id(`versoes-${type}`)
                .title(title)
                .icon(ArchiveIcon)
                .child(
                  S.documentList()
                    .id(`versoes-${type}`)
                    .title(title)
                    .apiVersion(contentApiVersion)
                    .schemaType("legalVersion")
                    .filter('_type == "legalVersion" && subject == $subject')
                    .params({ subject: type })
                    .defaultOrdering([{ field: "number", direction: "desc" }])
                    .initialValueTemplates([]),
                ),
            ),
          ),
      ),
  ];
}
