import { ArchiveIcon } from "@sanity/icons/Archive";
import type { StructureBuilder } from "sanity/structure";
import { contentApiVersion } from "../../content-api-version.ts";

/** The documents whose text is kept, version by version, and where visitors read them. */
export const legalDocuments = [
  { type: "termsPage", path: "/termos", title: "Termos" },
  { type: "privacyPolicy", path: "/privacidade", title: "Política de privacidade" },
] as const;

type LegalDocument = (typeof legalDocuments)[number];

/** Their texts name values of these, so that a change there changes them, too. */
const sources = ["businessRules", "siteSettings"] as const;

/** Everything that a version is made from. */
export const legalSources: readonly string[] = [
  ...legalDocuments.map(({ type }) => type),
  ...sources,
];

/** One text that was in force, kept for good. */
export interface LegalVersion {
  /** Says which version it is, so that of two that are made at once one is refused. */
  _id: string;
  _type: "legalVersion";
  subject: LegalDocument["type"];
  /** Counts from one, by subject. */
  number: number;
  /** As visitors and simulations name it. */
  version: string;
  /** Only for texts older than this history, which begins with them; else when it was made. */
  inForceSince?: string;
  /** Its own address on the site. */
  path: string;
}

/** The versions that are kept, newest first, to be read. */
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
