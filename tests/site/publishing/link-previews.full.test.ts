// @module-tag full
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  describeLink,
  pageOfDocument,
  readSiteFacts,
} from "../../../studio/link-preview/site-facts.ts";
import { schemaTypes } from "../../../studio/schema/schema-types.ts";
import { runSite } from "../run-site.ts";
import { paragraph } from "./publish.ts";

const site = runSite();

const fieldsSchema = z.object({ fields: z.array(z.object({ name: z.string() })) });
const describedTypes = schemaTypes.flatMap(({ name, ...type }) => {
  const fields = fieldsSchema.safeParse(type).data?.fields ?? [];
  return fields.some((field) => field.name === "seo") ? [name] : [];
});

/**
 * Removes or changes the title and description for search engines in some documents. Adds a page without these texts.
 */
beforeAll(async () => {
  const { editor } = site.stack;
  const image = await editor.fetch<object>("*[_id == 'siteSettings'][0].defaultSeo.image");
  await editor
    .transaction()
    .patch("homePage", { unset: ["seo"] })
    .patch("aboutPage", { unset: ["seo"] })
    .patch("termsPage", { unset: ["seo"] })
    .patch("product-pag-payser", { unset: ["seo"] })
    .patch("product-payser-card", { unset: ["seo.title"], set: { "seo.image": image } })
    .patch("tenantsPage", { set: { "seo.description": "Resposta em {{approvalHours}} horas." } })
    .create({
      _id: "page-ajuda",
      _type: "page",
      title: "Ajuda",
      path: "/ajuda",
      blocks: [{ _key: "a", _type: "richTextBlock", body: [paragraph("Fale com a gente.")] }],
    })
    .commit();
});

test.each(describedTypes)(
  "the studio's preview of each %s equals its page's tags",
  async (type) => {
    const { editor, siteUrl } = site.stack;
    const [settings, rules, documents] = await editor.fetch<[unknown, unknown, unknown[]]>(
      "[*[_id == 'siteSettings'][0], *[_id == 'businessRules'][0], *[_type == $type && !(_id in path('drafts.**'))]]",
      { type },
    );
    for (const document of documents) {
      const page = pageOfDocument(document);
      if (!page?.path) throw new Error(`A ${type} has no page`);
      const { title, description, isFound, image } = describeLink(
        page,
        readSiteFacts(settings, rules),
      );
      const shown =
        image && "title" in image
          ? { name: "/imagens/pagina", alt: image.title }
          : { name: image?.asset._ref.replace(/^image-/, ""), alt: image?.alt };
      await expect
        .poll(() => readHead(siteUrl + page.path))
        .toEqual({
          title,
          description,
          isFound,
          image: expect.stringContaining(shown.name ?? "?"),
          alt: shown.alt,
        });
    }
  },
);

test("the comparison covers pages of every kind", () => {
  expect(describedTypes).toEqual(expect.arrayContaining(["homePage", "product", "page"]));
  expect(describedTypes.length).toBeGreaterThan(10);
});

async function readHead(address: string) {
  const html = await (await fetch(address)).text();
  const find = (pattern: RegExp) => decode(pattern.exec(html)?.[1]);
  const meta = (name: string) =>
    find(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"/>`));
  return {
    title: find(/<title>([^<]+)/),
    description: meta("description"),
    isFound: meta("robots") !== "noindex",
    image: meta("og:image"),
    alt: meta("og:image:alt"),
  };
}

const characters = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">" };

/** Reverses React's escaping of texts in HTML. */
function decode(html: string | undefined): string | undefined {
  return Object.entries(characters).reduce(
    (text, [name, character]) => text?.replaceAll(`&${name};`, character),
    html,
  );
}
