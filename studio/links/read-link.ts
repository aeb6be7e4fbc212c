import { z } from "zod";

/** What a link leads to; the picker shows the fields of the chosen kind alone. */
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

/** Where a link of the content leads, as far as an editor has filled it in. */
export type Link = z.output<typeof linkSchema>;

/** Reads the link that an object of the content is, whatever else it holds. */
export function readLink(value: unknown): Link {
  return linkSchema.safeParse(value).data ?? {};
}

/** Which fields a link of each kind has. */
export const fieldsOfKind = {
  document: ["document", "anchor"],
  place: ["place", "anchor", "product"],
  address: ["href"],
  whatsapp: ["href"],
} as const satisfies Record<NonNullable<Link["kind"]>, readonly (keyof Link)[]>;
