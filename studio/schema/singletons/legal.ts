import { BillIcon } from "@sanity/icons/Bill";
import { LockIcon } from "@sanity/icons/Lock";
import { defineField } from "sanity";
import { checkClauseTopics, checkTopicsPresent, clauseTopics } from "../../validation/company.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { clauseMember, legalTextFields, versionLabelFields } from "../fields/legal-fields.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { lineField } from "../fields/text-fields.ts";

/** A clause as the terms have it, which versions keep, too. */
export const termsClause = clauseMember(
  defineField({
    name: "topic",
    title: "Assunto",
    description: "Outras páginas levam à cláusula pelo assunto, qualquer que seja o número.",
    type: "string",
    options: { list: [...clauseTopics] },
  }),
  defineField({
    name: "limitsRights",
    title: "Limita direitos do consumidor",
    description: "A cláusula aparece em destaque, como manda o CDC (art. 54, § 4º).",
    type: "boolean",
    initialValue: false,
    validation: (rule) => rule.required(),
  }),
);

/** /termos; each simulation stores the version it accepted. */
export const termsPage = defineSingleton({
  name: "termsPage",
  title: "Termos",
  icon: BillIcon,
  groups: pageGroups,
  fields: pageFields([
    ...legalTextFields(termsClause, (rule) => [
      rule.required().min(1).custom(checkClauseTopics),
      rule.custom(checkTopicsPresent).warning(),
    ]),
    lineField({ name: "limitsRightsNote", title: "Aviso nas cláusulas que limitam direitos" }),
    ...versionLabelFields,
  ]),
});

/** /privacidade, from when it is published: until then the path shows the home page. */
export const privacyPolicy = defineSingleton({
  name: "privacyPolicy",
  title: "Política de privacidade",
  icon: LockIcon,
  groups: pageGroups,
  fields: pageFields([...legalTextFields(clauseMember()), ...versionLabelFields]),
});
