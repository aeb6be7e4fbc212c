// @module-tag full
import { describe, expect, test } from "vitest";
import { openVisit } from "../../support/pages/browser.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { readLog } from "../../support/stacks/read-log.ts";
import { startTestSite, takeSnapshot } from "../../support/stacks/site-stack.ts";
import { paragraph } from "../publishing/publish.ts";
import { runSite } from "../run-site.ts";

const site = runSite();

async function read(path: string) {
  const reply = await fetch(site.stack.siteUrl + path);
  return { status: reply.status, html: await reply.text() };
}

const logged = (event: string) => readLog(site.stack.site.log, event);

/** Product that is not in the seed, so that the site cannot replace missing texts by seed texts. */
const product = {
  _id: "product-payser-link",
  _type: "product",
  name: "Payser Link",
  menuLabel: "Payser Link",
  slug: { _type: "slug", current: "payser-link" },
  orderRank: "0|zzzzzz:",
  summary: "Venda por um link.",
  hero: { title: "Payser Link", tagline: "Venda por um link.", links: [] },
  benefits: { items: [{ _key: "a", icon: "pix", title: "Na hora", text: "Sem espera." }] },
  description: { title: "Como é", body: [paragraph("Simples.")] },
  closing: { title: "Fale conosco" },
};

describe("a page with a part that cannot be rendered", () => {
  test("keeps its last version and logs one line until it can be rendered again", async () => {
    mayPrint(/"event":"page-failed"/);
    await site.stack.editor.createOrReplace(product);
    await expect.poll(async () => (await read("/payser-link")).status).toBe(200);
    const before = await read("/payser-link");

    await site.stack.editor.patch(product._id).unset(["benefits.items"]).commit();
    await expect
      .poll(async () => {
        await read("/payser-link");
        return logged("page-failed");
      })
      .toHaveLength(1);
    for (let visit = 0; visit < 3; visit += 1) expect(await read("/payser-link")).toEqual(before);
    expect(logged("page-failed")).toEqual([
      expect.objectContaining({
        level: "error",
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        path: "/payser-link",
        component: expect.stringMatching(/^(ProductPage|ProductBenefits|FeatureGrid)$/),
        document: "product payser-link",
      }),
    ]);

    await site.stack.editor.createOrReplace({
      ...product,
      hero: { ...product.hero, tagline: "De novo inteira." },
    });
    await expect.poll(async () => (await read("/payser-link")).html).toContain("De novo inteira.");
    expect(logged("page-back")).toHaveLength(1);
    await site.stack.editor.delete(product._id);
  });

  test("is not shown when it could never be rendered", async () => {
    mayPrint(/"event":"page-failed"/);
    const { benefits: _left, ...without } = product;
    await site.stack.editor.createOrReplace({
      ...without,
      slug: { _type: "slug", current: "payser-novo" },
      benefits: {},
    });
    await expect.poll(async () => (await read("/payser-novo")).status).toBe(503);
    expect((await read("/payser-novo")).html).toContain("Voltamos já");
    await site.stack.editor.delete(product._id);
  });
});

describe("published content without some texts, as after a release that adds a field", () => {
  test.each([
    ["/parceiros", "partnersPage", "form.fields.companyName.label"],
    ["/parceiros", "partnersPage", "form.fields"],
    ["/simular", "simulationPage", "form.fields.cpf"],
    ["/contrato", "contractPage", "labels"],
    ["/area-cliente", "clientAreaPage", "newPassword.title"],
  ])("leaves %s whole without %s.%s, with the seed's text", async (path, document, field) => {
    mayPrint(/"event":"text-missing"/);
    const texts = await site.stack.editor.getDocument(document);
    if (!texts) throw new Error("The seed lacks the page");
    const before = await read(path);
    await site.stack.editor
      .patch(document)
      .unset([field])
      .set({ "seo.title": "Título trocado" })
      .commit();
    await expect.poll(async () => (await read(path)).html).toContain("Título trocado");
    const after = await read(path);
    expect(after.status).toBe(200);
    expect(mainOf(after.html)).toBe(mainOf(before.html));
    await site.stack.editor.createOrReplace(texts);
    await expect.poll(async () => (await read(path)).html).not.toContain("Título trocado");
  });

  test("is logged once", () => {
    const fields = logged("text-missing").map(({ document, field }) => [document, field].join("."));
    expect(fields).toContain("partnersPage.form.fields.companyName.label");
    expect(fields).toContain("partnersPage.form.fields");
    expect(fields).toContain("simulationPage.form.fields.cpf");
    expect(new Set(fields).size).toBe(fields.length);
  });
});

/** Pairs of a page's path and the id of a document that the page needs. */
const needed = [
  ["/termos", "termsPage"],
  ["/contato", "siteSettings"],
  ["/locadores", "navigation"],
  ["/locatarios", "businessRules"],
  ["/simular", "simulationPage"],
] as const;

describe("a missing document", () => {
  /** Returns how often the site logged an event about a document. */
  const timesLogged = (event: string, id: string) =>
    logged(event).filter((line) => line["document"] === id).length;

  test.each(needed)("leaves %s unchanged when %s goes", async (path, id) => {
    mayPrint(/"event":"document-missing"/);
    const document = await site.stack.editor.getDocument(id);
    if (!document) throw new Error("The seed lacks the document");
    const before = await read(path);
    const [missing, found] = [
      timesLogged("document-missing", id),
      timesLogged("document-found", id),
    ];
    await site.stack.editor.delete(id);
    await expect
      .poll(async () => {
        await read(path);
        return timesLogged("document-missing", id);
      })
      .toBe(missing + 1);
    expect(await read(path)).toEqual(before);
    await site.stack.editor.createOrReplace(document);
    await expect
      .poll(async () => {
        await read(path);
        return timesLogged("document-found", id);
      })
      .toBe(found + 1);
  });

  // Menu and settings share a query, and a query reports only its first missing document. The menu is therefore tested
  // alone.
  test.each([
    ["all but the menu are", needed.filter(([, id]) => id !== "navigation")],
    ["the menu is", needed.filter(([, id]) => id === "navigation")],
  ])(
    "leaves the snapshot's pages on a site that starts while %s missing",
    async (_what, lacking) => {
      mayPrint(/"event":"document-missing"/);
      const { editor, contentUrl } = site.stack;
      const snapshot = await takeSnapshot(contentUrl);
      const before = await Promise.all(lacking.map(([path]) => read(path)));
      const documents = await editor.getDocuments(lacking.map(([, id]) => id));
      for (const [, id] of lacking) await editor.delete(id);
      const later = await startTestSite(contentUrl, snapshot.path);
      for (const [index, [path]] of lacking.entries()) {
        const reply = await fetch(later.url + path);
        expect({ path, status: reply.status }).toEqual({ path, status: 200 });
        expect(mainOf(await reply.text())).toBe(mainOf(before[index]?.html ?? ""));
      }
      const lines = readLog(later.log, "document-missing");
      expect(lines).toHaveLength(lacking.length);
      for (const [, document] of lacking) {
        expect(lines).toContainEqual(expect.objectContaining({ level: "error", document }));
      }
      await later.close();
      await snapshot.remove();
      for (const document of documents) if (document) await editor.createOrReplace(document);
      for (const [path] of lacking)
        await expect.poll(() => read(path)).toMatchObject({ status: 200 });
    },
  );
});

describe("the running application", () => {
  test("shows the error page with a way on for a page that cannot be shown", async () => {
    const visit = await openVisit(site.browser, {
      expectedErrors: [/Cannot read properties|React Router caught|Error handled/],
    });
    await visit.page.route("**/_dados/parceiros*", async (route) => {
      const reply = await route.fetch();
      const body = await reply.text();
      await route.fulfill({ response: reply, body: body.replace('"companyName"', '"removed"') });
    });
    await visit.page.goto(`${site.stack.siteUrl}/parceiros`);
    await visit.page.evaluate(() => dispatchEvent(new Event("scroll")));
    await visit.page.getByRole("heading", { name: "Algo deu errado" }).waitFor();
    expect(await visit.page.locator("form").count()).toBe(0);
    await visit.page.getByRole("link", { name: "Voltar para a página inicial" }).click();
    await visit.page.locator(".site-nav").waitFor();
    expect(visit.unexpectedErrors).toEqual([]);
    await visit.close();
  });

  test("repairs a page that differs from the server's", async () => {
    const visit = await openVisit(site.browser, { expectedErrors: [/Hydration failed|#418/] });
    await visit.page.route("**/parceiros", async (route) => {
      const reply = await route.fetch();
      const html = await reply.text();
      await route.fulfill({ response: reply, body: html.replace(/<form .*?<\/form>/s, "<p></p>") });
    });
    await visit.page.goto(`${site.stack.siteUrl}/parceiros`);
    expect(await visit.page.locator("form").count()).toBe(0);
    await hydrate(visit.page);
    await visit.page.locator("form [name=companyName]").waitFor();
    expect(visit.unexpectedErrors).toEqual([]);
    await visit.close();
  });
});

/** Returns the main element in a page's HTML. Removes the site's URL, which differs between two sites. */
function mainOf(html: string): string {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  return main.replaceAll(/http:\/\/localhost:\d+/g, "");
}
