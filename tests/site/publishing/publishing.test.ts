import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openVisit } from "../../support/pages/browser.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { openListeningPage } from "../../support/pages/listening-page.ts";
import { runSite } from "../run-site.ts";
import { homeAliases, readSitemapPaths } from "../site-paths.ts";
import { paragraph, publish, unpublish } from "./publish.ts";

const homeTitle = "Alugue Seu Imóvel Sem Fiador";

const site = runSite();

/** Reads the HTTP status and the text of a page as a visitor without JavaScript sees it. */
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

  test("has a page and a place in menu and sitemap when it is published", async () => {
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

  test("has no page and no place in menu or sitemap when it is unpublished", async () => {
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
});

describe("a page", () => {
  test(
    "replaces the home page at /privacidade until it is unpublished",
    { tags: ["full"] },
    async () => {
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

      // One route shows all these pages. A mistake in the route could show the wrong page after a click on a link.
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
    },
  );
});

describe("a redirect", () => {
  test("leads from the old path to the new one, permanently or temporarily, until unpublished", async () => {
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

  test("leads nowhere outside the site and fits a header when an import made it", async () => {
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

test("an editor's text cannot end the script that describes a page", async () => {
  const name = '</script><script>alert("1")</script>';
  await site.stack.editor.patch("siteSettings").set({ legalName: name }).commit();
  await expect.poll(async () => describedName((await read("/termos")).html)).toBe(name);
});

/** Returns the main heading of a page's HTML. */
async function headingOf(path: string): Promise<string> {
  return /<h1[^>]*>([^<]*)</.exec((await read(path)).html)?.[1] ?? "";
}

const companySchema = z.looseObject({ legalName: z.string() });

/** Returns the company's name in the page's structured data for search engines. */
function describedName(html: string): string | undefined {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return scripts
    .map(([, json = ""]) => companySchema.safeParse(JSON.parse(json)).data?.legalName)
    .find((name) => name !== undefined);
}
