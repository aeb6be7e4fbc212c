import { type FieldDefinition, defineField } from "sanity";
import { contentApiVersion } from "../../../content-api-version.ts";
import { AddressInput, AnchorInput, PlaceInput } from "../../links/link-inputs.tsx";
import { findAnchors, linkKinds, mayHaveAnchors, readLink } from "../../links/read-link.ts";
import { contactPlace, sitePlaces } from "../../links/site-places.ts";
import { checkAddress, checkAnchor } from "../../validation/check-links.ts";

/** Makes the fields for a link's target, whose URL `linkAddress` computes. `withinSite` allows only our own pages. */
export function linkFields({ withinSite = false } = {}): FieldDefinition[] {
  const kinds = linkKinds.filter(({ value }) => !withinSite || fixedKinds.includes(value));
  return [
    defineField({
      name: "kind",
      title: "Leva para",
      type: "string",
      options: { layout: "radio", list: kinds.map((kind) => ({ ...kind })) },
      validation: (rule) =>
        rule
          .required()
          .custom(
            (kind) =>
              kind === undefined ||
              kinds.some(({ value }) => value === kind) ||
              "Escolha uma das opções.",
          ),
    }),
    defineField({
      name: "document",
      title: "Produto ou página livre",
      description: "O link acompanha o endereço da página, mesmo que ele mude.",
      type: "reference",
      to: [{ type: "product" }, { type: "page" }],
      options: { disableNew: true },
      hidden: ({ parent }) => readLink(parent).kind !== "document",
      validation: (rule) =>
        rule.custom(
          (document, { parent }) =>
            readLink(parent).kind !== "document" || document?._ref !== undefined || "Obrigatório",
        ),
    }),
    defineField({
      name: "place",
      title: "Lugar do site",
      type: "string",
      // `PlaceInput` offers the list of pages, because the schema does not contain this list.
      components: { input: PlaceInput },
      hidden: ({ parent }) => readLink(parent).kind !== "place",
      validation: (rule) =>
        rule.custom(
          (place, { parent }) =>
            readLink(parent).kind !== "place" ||
            sitePlaces.some(({ value }) => value === place) ||
            "Escolha um dos lugares do site.",
        ),
    }),
    defineField({
      name: "product",
      title: "Produto já escolhido no formulário",
      description: "Quem escreve não precisa dizer de qual produto se trata.",
      type: "reference",
      to: [{ type: "product" }],
      // The reference is weak, so that an editor can delete the product. The link to the form works without the
      // product.
      weak: true,
      options: { disableNew: true },
      hidden: ({ parent }) => readLink(parent).place !== contactPlace,
    }),
    defineField({
      name: "anchor",
      title: "Parte da página",
      type: "string",
      components: { input: AnchorInput },
      hidden: ({ parent }) => !mayHaveAnchors(readLink(parent)),
      validation: (rule) =>
        rule
          .custom((anchor, { parent, getClient }) =>
            checkAnchor(anchor, () =>
              findAnchors(
                getClient({ apiVersion: contentApiVersion }).withConfig({
                  perspective: "published",
                }),
                readLink(parent),
              ),
            ),
          )
          .warning(),
    }),
    defineField({
      name: "href",
      title: "Endereço",
      placeholder: "https://…, mailto:nome@exemplo.com.br ou tel:+5544…",
      type: "string",
      components: { input: AddressInput },
      hidden: ({ parent }) => !addressKinds.includes(readLink(parent).kind),
      validation: (rule) =>
        rule.custom((href, { parent }) => checkAddress(href, readLink(parent).kind)),
    }),
  ];
}

const fixedKinds: readonly string[] = ["document", "place"];
const addressKinds: readonly (string | undefined)[] = ["address", "whatsapp"];
