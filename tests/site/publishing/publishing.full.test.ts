// @module-tag full
import { describe, expect, test } from "vitest";
import { openVisit } from "../../support/pages/browser.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { readOptionalFields } from "../pages/optional-fields.ts";
import { runSite } from "../run-site.ts";
import { publicPaths, readSitemapPaths } from "../site-paths.ts";
import { paragraph, publish, unpublish } from "./publish.ts";

const site = runSite();

/** Reads the HTTP status and the text of a page as a visitor without JavaScript sees it. */
async function read(path: string) {
  const reply = await fetch(site.stack.siteUrl + path, { redirect: "manual" });
  return {
    status: reply.status,
    html: await reply.text(),
  };
}

const statusOf = async (path: string) => (await read(path)).status;

describe("a product", () => {
  test("cannot be unpublished while a text links to it, and the link follows its path", async () => {
    await expect(unpublish(site.stack.editor, "product-pix-payser")).rejects.toThrow(/references/);
    const rename = (slug: string) =>
      site.stack.editor.patch("product-pix-payser").set({ "slug.current": slug }).commit();
    await rename("pix");
    await expect.poll(async () => (await read("/quem-somos")).html).toContain('href="/pix"');
    expect((await read("/quem-somos")).html).not.toContain('href="/pix-payser"');
    expect((await read("/pix")).html).toContain('href="/contato?produto=pix"');
    await rename("pix-payser");
    await expect.poll(() => statusOf("/pix-payser")).toBe(200);
  });
});

describe("a page", () => {
  const everyBlock = [
    { _type: "richTextBlock", _key: "a", title: "Bloco um", body: [paragraph("Corrido.")] },
    {
      _type: "featureListBlock",
      _key: "b",
      title: "Bloco dois",
      items: [{ _type: "feature", _key: "f", icon: "lock", title: "Item", text: "Do bloco dois." }],
    },
    {
      _type: "stepListBlock",
      _key: "c",
      title: "Bloco três",
      items: [{ _type: "step", _key: "s", title: "Passo", text: "Do bloco três." }],
    },
    {
      _type: "faqListBlock",
      _key: "d",
      title: "Bloco quatro",
      items: [{ _type: "reference", _key: "q", _ref: "faq-custo" }],
    },
    { _type: "callToActionBlock", _key: "e", title: "Bloco cinco", text: "Chamada." },
  ];

  test("shows every kind of block, and is gone when unpublished", async () => {
    await site.stack.editor.create({
      _id: "campaign",
      _type: "page",
      title: "Campanha",
      path: "/campanha",
      blocks: everyBlock,
    });
    await expect.poll(() => statusOf("/campanha")).toBe(200);
    const visit = await openVisit(site.browser);
    await visit.page.goto(`${site.stack.siteUrl}/campanha`);
    const text = await visit.page.locator("main").innerText();
    for (const shown of ["Bloco um", "Corrido.", "Bloco dois", "Do bloco dois.", "Bloco três"]) {
      expect(text).toContain(shown);
    }
    for (const shown of ["Do bloco três.", "Bloco quatro", "Bloco cinco", "Chamada."]) {
      expect(text).toContain(shown);
    }
    expect(await visit.page.locator("h1").allTextContents()).toEqual(["Campanha"]);
    expect(visit.unexpectedErrors).toEqual([]);
    await visit.close();

    await unpublish(site.stack.editor, "campaign");
    await expect.poll(() => statusOf("/campanha")).toBe(404);
  });

  test("keeps its visitor on an older version when the next one cannot be shown", async () => {
    mayPrint(/"event":"document-missing","document":"termsPage"/);
    const before = await read("/termos");
    await unpublish(site.stack.editor, "termsPage");
    // One event updates the page and the sitemap. When the sitemap has changed, the page has been updated too.
    await expect.poll(() => readSitemapPaths(site.stack.siteUrl)).not.toContain("/termos");
    expect(await read("/termos")).toEqual(before);
    await publish(site.stack.editor, "termsPage");
  });
});

describe("an empty optional field", () => {
  test("never breaks a page", async () => {
    const versions = new Map<string, string>();
    for (const path of publicPaths) versions.set(path, await versionOf(path));
    const fields = readOptionalFields();
    const documents = await site.stack.visitor.fetch<{ _id: string; _type: string }[]>(
      '*[!(_id in path("_.**")) && !(_type match "sanity.*")]{ _id, _type }',
    );
    const transaction = site.stack.editor.transaction();
    for (const { _id, _type } of documents) {
      const optional = fields.get(_type) ?? [];
      if (optional.length > 0) transaction.patch(_id, { unset: optional });
    }
    await transaction.commit();

    for (const path of publicPaths) {
      await expect.poll(() => versionOf(path)).not.toBe(versions.get(path));
      const visit = await openVisit(site.browser);
      await visit.page.goto(site.stack.siteUrl + path);
      await hydrate(visit.page);
      expect({ path, errors: visit.unexpectedErrors }).toEqual({ path, errors: [] });
      await visit.close();
    }
  });
});

/** Returns the content version from which the page's HTML was made. */
async function versionOf(path: string): Promise<string> {
  return / data-version="([^"]+)"/.exec((await read(path)).html)?.[1] ?? "";
}
