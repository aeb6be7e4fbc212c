import { LockIcon } from "@sanity/icons/Lock";
import { defineSingleton } from "../fields/define-singleton.ts";
import { clauseMember, legalTextFields, versionLabelFields } from "../fields/legal-fields.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";

/** /privacidade, from when it is published: until then the path shows the home page. */
export const privacyPolicy = defineSingleton({
  name: "privacyPolicy",
  title: "Política de privacidade",
  icon: LockIcon,
  groups: pageGroups,
  fields: pageFields([...legalTextFields(clauseMember()), ...versionLabelFields]),
});
