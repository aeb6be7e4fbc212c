import { TransferIcon } from "@sanity/icons/Transfer";
import { defineField, defineType } from "sanity";
import { checkLinkTarget } from "../../validation/link-target.ts";
import { findPublishedPathWith } from "../../validation/published-path.ts";
import { checkRedirectOrigin } from "../../validation/redirect-origin.ts";

/** An old path that leads to a new one. */
export const redirect = defineType({
  name: "redirect",
  title: "Redirecionamento",
  type: "document",
  icon: TransferIcon,
  fields: [
    defineField({
      name: "from",
      title: "Endereço antigo",
      description: "O caminho que deixou de existir, como /fianca-antiga.",
      type: "string",
      validation: (rule) => rule.required().custom(checkRedirectOrigin),
    }),
    defineField({
      name: "to",
      title: "Leva para",
      description: "Uma página do site ou um endereço https://",
      type: "string",
      validation: (rule) =>
        rule
          .required()
          .custom((to, context) => checkLinkTarget(to, findPublishedPathWith(context))),
    }),
    defineField({
      name: "permanent",
      title: "Permanente",
      description: "Ligado: o Google troca o endereço antigo pelo novo.",
      type: "boolean",
      initialValue: true,
      validation: (rule) => rule.required(),
    }),
  ],
  preview: {
    select: { from: "from", to: "to" },
    prepare: ({ from, to }: Record<string, string | undefined>) => ({
      title: from ?? "Sem endereço",
      subtitle: `→ ${to ?? ""}`,
    }),
  },
});
