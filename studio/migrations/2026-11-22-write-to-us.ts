import { at, defineMigration, set } from "sanity/migrate";
import { z } from "zod";

const buttonsSchema = z.object({
  links: z.array(z.object({ _key: z.string(), href: z.string().optional() })),
});
const productSchema = z.object({
  slug: z.object({ current: z.string() }),
  hero: buttonsSchema.optional().catch(undefined),
  closing: buttonsSchema.optional().catch(undefined),
});

/** Adds the product to contact links on product pages, so that the form knows what a message is about. */
export default defineMigration({
  title: "Botões de contato dos produtos levam o produto ao formulário",
  documentTypes: ["product"],
  migrate: {
    document(document) {
      const product = productSchema.safeParse(document).data;
      if (!product) return [];
      const href = `/contato?produto=${product.slug.current}`;
      return (["hero", "closing"] as const).flatMap((section) =>
        (product[section]?.links ?? [])
          .filter((link) => link.href === "/contato")
          .map(({ _key }) => at([section, "links", { _key }, "href"], set(href))),
      );
    },
  },
});
