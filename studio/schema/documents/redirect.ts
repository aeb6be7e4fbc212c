import { TransferIcon } from "@sanity/icons/Transfer";
import { defineField, defineType } from "sanity";
import { leadsTo, leadsToSelection } from "../../links/read-link.ts";
import { LinkInput } from "../../links/link-inputs.tsx";
import { checkRedirectOrigin, findPathOwnerWith } from "../../validation/check-links.ts";
import { linkFields } from "../fields/link-fields.ts";

const targetSelection = Object.fromEntries(
  Object.entries(leadsToSelection).map(([name, path]) => [name, `target.${path}`]),
);

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
          .custom((path, context) =>
            checkRedirectOrigin(path, findPathOwnerWith(context, ["page", "product", "redirect"])),
          ),
    }),
    defineField({
      name: "target",
      title: "Endereço novo",
      description: "A página do site aonde a pessoa deve chegar.",
      type: "object",
      components: { input: LinkInput },
      fields: linkFields({ withinSite: true }),
      validation: (rule) => rule.required(),
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
    select: { from: "from", ...targetSelection },
    prepare: ({ from, ...target }: Record<string, string | undefined>) => ({
      title: from ?? "Sem endereço",
      subtitle: `→ ${leadsTo(target)}`,
    }),
  },
});
