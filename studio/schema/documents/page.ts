import { DocumentIcon } from "@sanity/icons/Document";
import { defineArrayMember, defineField, defineType } from "sanity";
import { blocks, pictureOfBlock } from "../blocks.ts";
import { lineField } from "../fields/text-fields.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { checkFormerRedirect, checkPagePath, findPathOwnerWith } from "../../validation/links.ts";

/** A page an editor composes of blocks, at a path of their choice. */
export const page = defineType({
  name: "page",
  title: "Página livre",
  type: "document",
  icon: DocumentIcon,
  groups: pageGroups,
  fields: pageFields([
    lineField({ name: "title", title: "Título" }),
    defineField({
      name: "path",
      title: "Endereço",
      description:
        "Começa com “/”. Em /noticias, /sobre e /privacidade esta página substitui a inicial.",
      type: "string",
      validation: (rule) => [
        rule
          .required()
          .custom((path, context) =>
            checkPagePath(path, findPathOwnerWith(context, ["page", "product"])),
          ),
        rule
          .custom((path, context) =>
            checkFormerRedirect(path, findPathOwnerWith(context, ["redirect"])),
          )
          .warning(),
      ],
    }),
    defineField({ name: "hero", title: "Abertura", type: "hero" }),
    defineField({
      name: "blocks",
      title: "Blocos",
      description: "Arraste para mudar a ordem.",
      type: "array",
      of: blocks.map(({ name }) => defineArrayMember({ type: name })),
      options: {
        insertMenu: {
          views: [{ name: "grid", previewImageUrl: pictureOfBlock }, { name: "list" }],
        },
      },
      validation: (rule) => rule.required().min(1),
    }),
  ]),
  preview: { select: { title: "title", subtitle: "path", media: "hero.image" } },
});
