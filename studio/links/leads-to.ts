import { readWhatsApp } from "./whatsapp-address.ts";

/** What a list of links selects to say where each of them leads. */
export const leadsToSelection = {
  kind: "kind",
  slug: "document.slug.current",
  path: "document.path",
  place: "place",
  product: "product.slug.current",
  anchor: "anchor",
  href: "href",
};

type Selected = { readonly [Name in keyof typeof leadsToSelection]?: string | undefined };

/** Where a link leads, for editors: a path of the site, an address, or a WhatsApp number. */
export function leadsTo({ kind, slug, path, place, product, anchor, href }: Selected): string {
  const part = anchor ? `#${anchor}` : "";
  switch (kind) {
    case "document": {
      const own = slug ? `/${slug}` : path;
      return own ? `${own}${part}` : "Escolha o produto ou a página";
    }
    case "place":
      return place ? `${place}${product ? `?produto=${product}` : ""}${part}` : "Escolha o lugar";
    case "whatsapp":
      return `WhatsApp ${readWhatsApp(href).number}`.trimEnd();
    default:
      return href ?? "Escolha para onde o link leva";
  }
}
