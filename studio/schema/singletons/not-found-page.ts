import { UnknownIcon } from "@sanity/icons/Unknown";
import { lineFields } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";

/** What the site answers when a path does not exist. */
export const notFoundPage = defineSingleton({
  name: "notFoundPage",
  title: "Página não encontrada",
  icon: UnknownIcon,
  groups: pageGroups,
  fields: pageFields(
    lineFields({ code: "Código", title: "Mensagem", linkLabel: "Link para o início" }),
  ),
});
