import { BillIcon } from "@sanity/icons/Bill";
import { LockIcon } from "@sanity/icons/Lock";
import { defineField } from "sanity";
import {
  checkClauseTopics,
  checkTopicsPresent,
  clauseTopics,
} from "../../validation/check-company.ts";
import { definePage } from "../fields/define-singleton.ts";
import { clauseMember, legalTextFields, versionLabels } from "./clause-fields.ts";

/** Schema type of a clause in the terms. Stored versions of the terms use the same type. */
export const termsClause = clauseMember({
  topic: (name) =>
    defineField({
      name,
      title: "Assunto",
      description: "Outras páginas levam à cláusula pelo assunto, qualquer que seja o número.",
      type: "string",
      options: { list: [...clauseTopics] },
    }),
  limitsRights: (name) =>
    defineField({
      name,
      title: "Limita direitos do consumidor",
      description: "A cláusula aparece em destaque, como manda o CDC (art. 54, § 4º).",
      type: "boolean",
      initialValue: false,
      validation: (rule) => rule.required(),
    }),
});

/** Terms of use on /termos. Each simulation stores the version of the terms that the person accepted. */
export const termsPage = definePage({
  name: "termsPage",
  title: "Termos",
  icon: BillIcon,
  fields: {
    ...legalTextFields(termsClause, (rule) => [
      rule.required().min(1).custom(checkClauseTopics),
      rule.custom(checkTopicsPresent).warning(),
    ]),
    limitsRightsNote: "Aviso nas cláusulas que limitam direitos",
    ...versionLabels,
  },
});

/** Privacy policy on /privacidade. This path shows the home page until the policy is published. */
export const privacyPolicy = definePage({
  name: "privacyPolicy",
  title: "Política de privacidade",
  icon: LockIcon,
  fields: { ...legalTextFields(clauseMember()), ...versionLabels },
});
