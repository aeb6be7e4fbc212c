import { CaseIcon } from "@sanity/icons/Case";
import { lineField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField } from "../fields/group-field.ts";
import { featuresField, linksField, stepsField } from "../fields/list-fields.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { closingField, heroField } from "../fields/section-fields.ts";

/** /locadores */
export const landlordsPage = defineSingleton({
  name: "landlordsPage",
  title: "Para locadores",
  icon: CaseIcon,
  groups: pageGroups,
  fields: pageFields([
    heroField,
    groupField({
      name: "advantages",
      title: "Vantagens",
      fields: [
        lineField({ name: "title", title: "Título da seção" }),
        featuresField({ title: "Cinco vantagens", count: 5 }),
      ],
    }),
    groupField({
      name: "steps",
      title: "Três passos",
      fields: [
        lineField({ name: "title", title: "Título da seção" }),
        stepsField({ count: 3 }),
        linksField({ title: "Botão depois dos passos", minimum: 0, maximum: 1 }),
      ],
    }),
    closingField,
  ]),
});
