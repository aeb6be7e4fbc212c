import { LinkIcon } from "@sanity/icons/Link";
import { defineType } from "sanity";
import { leadsTo, leadsToSelection } from "../../links/leads-to.ts";
import { LinkInput } from "../../links/link-input.tsx";
import { labelLimit, lineField } from "../fields/copy-fields.ts";
import { linkFields } from "../fields/link-fields.ts";

/** A label and where it leads. */
export const link = defineType({
  name: "link",
  title: "Link",
  type: "object",
  icon: LinkIcon,
  components: { input: LinkInput },
  fields: [lineField({ name: "label", title: "Texto", limit: labelLimit }), ...linkFields()],
  preview: {
    select: { title: "label", ...leadsToSelection },
    prepare: ({ title, ...selected }: Record<string, string | undefined>) => ({
      title: title ?? "Link sem texto",
      subtitle: leadsTo(selected),
    }),
  },
});
