import { OlistIcon } from "@sanity/icons/Olist";
import { lineField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField } from "../fields/group-field.ts";
import { stepsField } from "../fields/list-fields.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { closingField, heroField } from "../fields/section-fields.ts";
import { richTextField } from "../fields/rich-text-field.ts";

/** /como-funciona */
export const howItWorksPage = defineSingleton({
  name: "howItWorksPage",
  title: "Como funciona",
  icon: OlistIcon,
  groups: pageGroups,
  fields: pageFields([
    heroField,
    groupField({
      name: "steps",
      title: "Três passos",
      fields: [lineField({ name: "title", title: "Título da seção" }), stepsField({ count: 3 })],
    }),
    richTextField({ name: "details", title: "Detalhes", optional: true }),
    closingField,
  ]),
});
