import { DocumentIcon } from "@sanity/icons/Document";
import { defineArrayMember, defineField, defineType } from "sanity";
import { blocks, pictureOfBlock } from "../objects/blocks.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { valueLine } from "../fields/text-fields.ts";
import {
  checkFormerRedirect,
  checkPagePath,
  findPathOwnerWith,
} from "../../validation/check-links.ts";

/** Free page, which an editor composes of blocks and publishes at a chosen path. */
export const page = defineType({
  name: "page",
  title: "Página livre",
  type: "document",
  icon: DocumentIcon,
  groups: pageGroups,
  fields: pageFields({
    title: "Título",
    path: valueLine(
      "Endereço",
      (rule) => [
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
      "Começa com “/”. Em /noticias, /sobre e /privacidade esta página substitui a inicial.",
    ),
    hero: (name) => defineField({ name, title: "Abertura", type: "hero" }),
    blocks: (name) =>
      defineField({
        name,
        title: "Blocos",
        description: "Arraste para mudar a ordem.",
        type: "array",
        of: blocks.map((block) => defineArrayMember({ type: block.name })),
        options: {
          insertMenu: {
            views: [{ name: "grid", previewImageUrl: pictureOfBlock }, { name: "list" }],
          },
        },
        validation: (rule) => rule.required().min(1),
      }),
  }),
  preview: { select: { title: "title", subtitle: "path", media: "hero.image" } },
});
