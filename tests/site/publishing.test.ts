import { describe, expect, test } from "vitest";
import { openVisit } from "../support/browser.ts";
import { openListeningPage } from "../support/listening-page.ts";
import { readOptionalFields } from "./optional-fields.ts";
import { paragraph, publish, unpublish } from "./publish.ts";
import { hydrate } from "../support/hydrate.ts";
import { homeAliases, publicPaths, readSitemapPaths } from "./site-paths.ts";
import { runSite } from "./run-site.ts";
import { mayPrint } from "../support/printed-problems.ts";

const homeTitle = "Alugue Seu Imóvel Sem Fiador";

const site = runSite();

/** Status and text of a page as a visitor without JavaScript gets it. */
async function read(path: string) {
  const reply = await fetch(site.stack.siteUrl + path, { redirect: "manual" });
  return {
    status: reply.status,
    location: reply.headers.get("location"),
    html: await reply.text(),
  };
}

const statusOf = async (path: string) => (await read(path)).status;

describe("a product", () => {
  const product = {
    _id: "drafts.product-payser-link",
    _type: "product",
    name: "Payser Link",
    menuLabel: "Payser Link",
    slug: { _type: "slug", current: "payser-link" },
    orderRank: "0|zzzzzz:",
    summary: "Venda por um link.",
    hero: { title: "Payser Link", tagline: "Venda por um link.", links: [] },
    benefits: { items: [] },
    description: { title: "Como é", body: [paragraph("Só o necessário está preenchido.")] },
    closing: { title: "Consulte Nossos Especialistas" },
  };

  test("that is published has a page, a place in the menu and one in the sitemap", async () => {
    const { page, close } = await openListeningPage(site.browser, `${site.stack.siteUrl}/contato`);
    const menu = page.locator(".site-nav details a");

    await site.stack.editor.create(product);
    expect(await statusOf("/payser-link")).toBe(404);
    await publish(site.stack.editor, "product-payser-link");
    await expect
      .poll(() => menu.allTextContents())
      .toContainEqual(expect.stringMatching(/^Payser Link/));
    const { status, html } = await read("/payser-link");
    expect(status).toBe(200);
    expect(html).toContain("Só o necessário está preenchido.");
    expect(await readSitemapPaths(site.stack.siteUrl)).toContain("/payser-link");

    await page.locator(".site-nav summary").click();
    await menu.filter({ hasText: "Payser Link" }).click();
    await page.getByRole("heading", { level: 1, name: "Payser Link" }).waitFor();
    await close();
  });

  test("that is unpublished is gone: 404, no place in the menu nor in the sitemap", async () => {
    const slug = { _type: "slug", current: "payser-lua" };
    await site.stack.editor.create({ ...product, _id: "drafts.product-payser-lua", slug });
    await publish(site.stack.editor, "product-payser-lua");
    await expect.poll(() => statusOf("/payser-lua")).toBe(200);
    expect((await read("/")).html).toContain('href="/payser-lua"');
    await unpublish(site.stack.editor, "product-payser-lua");
    await expect.poll(() => statusOf("/payser-lua")).toBe(404);
    expect((await read("/")).html).not.toContain('href="/payser-lua"');
    expect(await readSitemapPaths(site.stack.siteUrl)).not.toContain("/payser-lua");
  });

  test("that a text links cannot be unpublished, and its link follows its path", async () => {
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

  test("for /privacidade shows instead of the home page until it is unpublished", async () => {
    for (const path of homeAliases) expect(await headingOf(path)).toBe(homeTitle);
    await site.stack.editor.create({
      _id: "drafts.privacy",
      _type: "page",
      title: "Política de privacidade",
      path: "/privacidade",
      blocks: [{ _type: "richTextBlock", _key: "a", body: [paragraph("Tratamos seus dados.")] }],
    });
    await publish(site.stack.editor, "privacy");
    await expect.poll(() => headingOf("/privacidade")).toBe("Política de privacidade");
    const { status, html } = await read("/privacidade");
    expect(status).toBe(200);
    expect(html).toContain("Tratamos seus dados.");
    expect(html).toContain(`<link rel="canonical" href="${site.stack.siteUrl}/privacidade"/>`);
    expect(await headingOf("/sobre")).toBe(homeTitle);

    // Within the application, too, where one route shows them all.
    const { page, close } = await openVisit(site.browser);
    await page.goto(`${site.stack.siteUrl}/sobre`);
    await hydrate(page);
    await page.getByRole("link", { name: "Privacidade", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Política de privacidade" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: homeTitle }).waitFor();
    await close();

    await unpublish(site.stack.editor, "privacy");
    await expect.poll(() => headingOf("/privacidade")).toBe(homeTitle);
  });

  test("of every kind of block shows them all, and is gone when unpublished", async () => {
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

  test("keeps its visitor on an older page when the next version cannot be shown", async () => {
    mayPrint(/"event":"document-missing","document":"termsPage"/);
    const before = await read("/termos");
    await unpublish(site.stack.editor, "termsPage");
    // The sitemap is made anew by the same event.
    await expect.poll(() => readSitemapPaths(site.stack.siteUrl)).not.toContain("/termos");
    expect(await read("/termos")).toEqual(before);
    await publish(site.stack.editor, "termsPage");
  });
});

describe("a redirect", () => {
  test("leads from the old path to the new one, for good or for now, until unpublished", async () => {
    await site.stack.editor.create({
      _id: "old-path",
      _type: "redirect",
      from: "/fianca-antiga",
      target: { kind: "document", document: { _type: "reference", _ref: "product-payser-fianca" } },
      permanent: true,
    });
    await expect.poll(() => statusOf("/fianca-antiga")).toBe(301);
    expect((await read("/fianca-antiga")).location).toBe("/payser-fianca");

    const target = { kind: "place", place: "/contato" };
    await site.stack.editor.patch("old-path").set({ permanent: false, target }).commit();
    await expect.poll(() => statusOf("/fianca-antiga")).toBe(302);
    expect((await read("/fianca-antiga")).location).toBe("/contato");

    await site.stack.editor.delete("old-path");
    await expect.poll(() => statusOf("/fianca-antiga")).toBe(404);
  });

  test("that an import made leads nowhere when it leaves the site, and is fit for a header", async () => {
    const targets = [
      "//outro.example",
      "/\t/outro.example",
      "/.//outro.example",
      "/\\outro.example",
    ];
    const transaction = site.stack.editor.transaction();
    for (const [index, to] of [...targets, "/termos#preço-€"].entries()) {
      const from = `/importado-${index}`;
      transaction.create({ _id: `imported-${index}`, _type: "redirect", from, to });
    }
    await transaction.commit();
    const good = `/importado-${targets.length}`;
    await expect.poll(async () => (await read(good)).location).toBe("/termos#pre%C3%A7o-%E2%82%AC");
    for (const index of targets.keys()) expect(await statusOf(`/importado-${index}`)).toBe(404);
  });
});

describe("what editors leave empty", () => {
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

/** The version of the content that the page's HTML was made from. */
async function versionOf(path: string): Promise<string> {
  return / data-version="([^"]+)"/.exec((await read(path)).html)?.[1] ?? "";
}

/** The main heading that the page's HTML has. */
async function headingOf(path: string): Promise<string> {
  return /<h1[^>]*>([^<]*)</.exec((await read(path)).html)?.[1] ?? "";
}
