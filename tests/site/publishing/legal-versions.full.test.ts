// @module-tag full
import { expect, test } from "vitest";
import { publishWithVersions, versionsToMake } from "../../../studio/legal/publish-transaction.ts";
import { migrateContent } from "../../../studio/migrate-content.ts";
import { openVisit } from "../../support/pages/browser.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { runSite } from "../run-site.ts";

const site = runSite();

async function read(path: string) {
  const reply = await fetch(site.stack.siteUrl + path);
  return { status: reply.status, html: (await reply.text()).replaceAll("<!-- -->", "") };
}

/** Publishes a changed draft of a document as the studio's publish button does. */
async function publish(id: string, change: (fields: Record<string, unknown>) => object) {
  const { editor } = site.stack;
  const published = await editor.getDocument(id);
  const draft = published ?? (await editor.getDocument(`drafts.${id}`));
  if (!draft) throw new Error(`There is no ${id}`);
  const stored = await editor.createOrReplace({ ...draft, ...change(draft), _id: `drafts.${id}` });
  await publishWithVersions(editor, stored, await versionsToMake(editor, [{ ...stored, _id: id }]));
}

function clauses(change: (clause: Record<string, unknown>) => object) {
  return ({ clauses: list }: Record<string, unknown>) => ({
    clauses: Array.isArray(list) ? list.map((clause) => ({ ...clause, ...change(clause) })) : [],
  });
}

test("the terms in force name their version, its day and all versions", async () => {
  const { html } = await read("/termos");
  expect(html).toMatch(/Versão 1 · Em vigor desde <time datetime="\d{4}-\d\d-\d\d">/i);
  expect(html).toContain('href="/termos/versoes/1"');
  expect(html).toContain(`<link rel="canonical" href="${site.stack.siteUrl}/termos"/>`);
});

test("a changed text becomes the next version, and the former one shows that and the differences", async () => {
  const before = await read("/termos/versoes/1");
  expect(before.status).toBe(200);
  expect(before.html).not.toContain("Esta é uma versão anterior");
  await publish("termsPage", (fields) => ({
    ...clauses(({ _key, title }) => (_key === "taxa" ? { title: `${String(title)} e multa` } : {}))(
      fields,
    ),
  }));
  await expect.poll(async () => (await read("/termos")).html).toContain("/termos/versoes/2");
  const former = await read("/termos/versoes/1");
  expect(former.html).toContain("Esta é uma versão anterior");
  expect(former.html).toContain("O que mudou da versão 1 para a 2");
  expect(former.html).toMatch(/<ins[^>]*>.*?e multa<\/ins>/s);
  expect(former.html).toContain(`<link rel="canonical" href="${site.stack.siteUrl}/termos"/>`);
  expect(await (await fetch(`${site.stack.siteUrl}/sitemap.xml`)).text()).not.toContain("versoes");
  expect((await read("/simular")).html).toContain('name="termsVersion" value="2"');
});

test("a former version is readable without scripts, with a screen reader and on paper", async () => {
  const visit = await openVisit(site.browser, { width: 360, height: 780 });
  await visit.page.goto(`${site.stack.siteUrl}/termos/versoes/1`);
  const inserted = visit.page.locator("#mudancas ins").first();
  expect(await inserted.textContent()).toBe("Entrou:  e multa");
  await visit.page.emulateMedia({ media: "print" });
  const line = (await inserted.evaluate((mark) => getComputedStyle(mark).textDecorationLine)) ?? "";
  expect(line).toBe("underline");
  await visit.page.emulateMedia({ media: "screen" });
  await hydrate(visit.page);
  await checkAccessibility(visit.page);
  await visit.page.getByRole("link", { name: "Ler a versão em vigor" }).click();
  await visit.page.waitForURL("**/termos");
  expect(visit.unexpectedErrors).toEqual([]);
  await visit.close();
});

test("a change of a rule in the terms makes a version, and the former version keeps the old value", async () => {
  await publish("businessRules", () => ({ coveragePercent: 75 }));
  await expect.poll(async () => (await read("/termos")).html).toContain("até 75%");
  expect((await read("/termos/versoes/2")).html).toContain("até 70%");
  expect((await read("/termos/versoes/2")).html).toContain("O que mudou da versão 2 para a 3");
});

test("a text that bypassed the studio is not shown before it has a version", async () => {
  const { editor } = site.stack;
  await editor
    .patch("termsPage")
    .set({ intro: "Pela API, sem versão.", "seo.title": "Termos com outro título" })
    .commit();
  await expect.poll(async () => (await read("/termos")).html).toContain("Termos com outro título");
  expect((await read("/termos")).html).not.toContain("Pela API, sem versão.");
  await migrateContent(editor);
  await expect.poll(async () => (await read("/termos")).html).toContain("Pela API, sem versão.");
  expect((await read("/simular")).html).toContain('name="termsVersion" value="4"');
});

test("an unknown version's address is the 404 page", async () => {
  for (const path of ["/termos/versoes/99", "/termos/versoes", "/privacidade/versoes/1"]) {
    expect((await read(path)).status).toBe(404);
  }
});

test("the privacy policy shows from its publication with its versions", async () => {
  expect((await read("/privacidade")).html).not.toContain("Quem trata os seus dados");
  await publish("privacyPolicy", () => ({}));
  await expect
    .poll(async () => (await read("/privacidade")).html)
    .toContain("Quem trata os seus dados");
  const { html } = await read("/privacidade");
  expect(html).toContain(`<link rel="canonical" href="${site.stack.siteUrl}/privacidade"/>`);
  expect(html).not.toContain("{{");
  expect(await (await fetch(`${site.stack.siteUrl}/sitemap.xml`)).text()).toContain(
    "/privacidade<",
  );
  expect((await read("/privacidade/versoes/1")).status).toBe(200);
  const visit = await openVisit(site.browser);
  await visit.page.goto(`${site.stack.siteUrl}/privacidade`);
  await hydrate(visit.page);
  await checkAccessibility(visit.page);
  expect(visit.unexpectedErrors).toEqual([]);
  await visit.close();
});
