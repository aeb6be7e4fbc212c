import { ArchiveIcon } from "@sanity/icons/Archive";
import type { StructureBuilder } from "sanity/structure";
import { contentApiVersion } from "../../content-api-version.ts";
import { legalDocuments } from "./legal-documents.ts";

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
