import { UsersIcon } from "@sanity/icons/Users";
import { lineField, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField } from "../fields/group-field.ts";
import { featuresField } from "../fields/list-fields.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { closingField, heroField } from "../fields/section-fields.ts";
import { richTextField } from "../fields/rich-text-field.ts";

/** /quem-somos */
export const aboutPage = defineSingleton({
  name: "aboutPage",
  title: "Quem somos",
  icon: UsersIcon,
  groups: pageGroups,
  fields: pageFields([
    heroField,
    groupField({
      name: "mission",
      title: "Missão",
      fields: [
        lineField({ name: "title", title: "Título da seção" }),
        paragraphField({ name: "text", title: "Texto" }),
      ],
    }),
    groupField({
      name: "values",
      title: "Valores",
      fields: [lineField({ name: "title", title: "Título da seção" }), featuresField({})],
    }),
    richTextField({ name: "body", title: "Texto sobre a empresa" }),
    closingField,
  ]),
});
