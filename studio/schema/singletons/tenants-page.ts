import { UserIcon } from "@sanity/icons/User";
import { lineField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField } from "../fields/group-field.ts";
import { featuresField } from "../fields/list-fields.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { closingField, heroField } from "../fields/section-fields.ts";

/** /locatarios */
export const tenantsPage = defineSingleton({
  name: "tenantsPage",
  title: "Para locatários",
  icon: UserIcon,
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
    closingField,
  ]),
});
