import type { SanityClient } from "@sanity/client";
import { z } from "zod";
import { readWhatsApp } from "./site-places.ts";

/** Kinds of link targets. The input of a link shows only the fields of the chosen kind. */
export const linkKinds = [
  { value: "document", title: "Produto ou página livre" },
  { value: "place", title: "Lugar do site" },
  { value: "address", title: "Endereço na internet, e-mail ou telefone" },
  { value: "whatsapp", title: "WhatsApp" },
] as const;

const referenceSchema = z.object({ _ref: z.string() });

const linkSchema = z.object({
  kind: z
    .enum(linkKinds.map(({ value }) => value))
    .optional()
    .catch(undefined),
  document: referenceSchema.optional().catch(undefined),
  place: z.string().optional().catch(undefined),
  anchor: z.string().optional().catch(undefined),
  product: referenceSchema.optional().catch(undefined),
  href: z.string().optional().catch(undefined),
});

export type Link = z.output<typeof linkSchema>;

/** Reads the link fields of an object and ignores all other fields. */
export function readLink(value: unknown): Link {
  return linkSchema.safeParse(value).data ?? {};
}

export const fieldsOfKind = {
  document: ["document", "anchor"],
  place: ["place", "anchor", "product"],
  address: ["href"],
  whatsapp: ["href"],
} as const satisfies Record<NonNullable<Link["kind"]>, readonly (keyof Link)[]>;

/** Fields of a link that the preview in a list of links needs. `leadsTo` makes the preview's text from these fields. */
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

/** Describes the target of a link to editors: a path of the site, a URL, or a WhatsApp number. */
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

/** Section of a page as a link's target: the part of the URL after `#`, and a title. */
export interface Anchor {
  value: string;
  title: string;
}

/** Paths of pages that always have the section about coverage. */
const coveragePlaces: readonly string[] = ["/como-funciona", "/locadores"];
const coverage: Anchor = { value: "cobertura", title: "Quanto a fiança cobre" };

const termsPlace = "/termos";
const clausesQuery = `*[_id == "termsPage"][0].clauses[]{
  "value": "clausula-" + _key,
  "title": coalesce(number + ". ", "") + coalesce(title, "")
}`;
const showsCoverageQuery = `*[_id == $id][0].showsCoverage == true`;

export function mayHaveAnchors({ kind, place }: Link): boolean {
  if (kind !== "place") return kind === "document";
  return place !== undefined && (place === termsPlace || coveragePlaces.includes(place));
}

export async function findAnchors(client: SanityClient, link: Link): Promise<readonly Anchor[]> {
  const { kind, place, document } = link;
  if (kind === "place" && place === termsPlace) {
    return (await client.fetch<Anchor[] | null>(clausesQuery)) ?? [];
  }
  if (kind === "place") return mayHaveAnchors(link) ? [coverage] : [];
  if (!document) return [];
  const shows = await client.fetch<boolean>(showsCoverageQuery, { id: document._ref });
  return shows ? [coverage] : [];
}
