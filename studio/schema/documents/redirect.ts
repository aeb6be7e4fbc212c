import { TransferIcon } from "@sanity/icons/Transfer";
import { defineField, defineType } from "sanity";
import { findPathOwnerWith } from "../../validation/page-path.ts";
import { findPublishedPathWith } from "../../validation/published-path.ts";
import { checkRedirectOrigin } from "../../validation/redirect-origin.ts";
import { checkRedirectTarget, findRedirectWith } from "../../validation/redirect-target.ts";

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
      validation: (rule) =>
        rule
          .required()
          .custom((path, context) => checkRedirectOrigin(path, findPathOwnerWith(context))),
    }),
    defineField({
      name: "to",
      title: "Leva para",
      description: "A página do site aonde a pessoa deve chegar, como /payser-fianca.",
      type: "string",
      validation: (rule) =>
        rule.required().custom((to, context) => {
          const from = context.document?.["from"];
          return checkRedirectTarget(
            to,
            typeof from === "string" ? from : undefined,
            findPublishedPathWith(context),
            findRedirectWith(context),
          );
        }),
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
