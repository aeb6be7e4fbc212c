// @module-tag full
import { expect, test } from "vitest";
import { publishingActions, redirectsAtQuery } from "../../studio/links/publishing-actions.ts";
import { mayPrint } from "../support/runner/printed-problems.ts";
import { runStudio } from "./run-studio.ts";
import { askForVersion, expectAccessible, signInAsEditor } from "./studio-desk.ts";

const studio = runStudio();

// Timeout of a save, which is long because the studio saves only some moments after the last key press.
const saved = { timeout: 60_000 };
const versions = '*[_type == "legalVersion" && subject == $subject] | order(number asc).version';
const subject = "termsPage";

test("publishing changed terms names the new version, creates it and shows both to visitors", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const site = await studio.openSite("/termos");
  await desk.open("structure/paginas;termsPage");
  await desk.text("Usado em").click();
  await expectAccessible(desk, "[data-ui=Card]:has(> div > [data-ui=Stack] > a)");

  await desk.write("intro", "Leia cada cláusula antes de simular.");
  expect(await stack.visitor.fetch(versions, { subject })).toEqual(["1"]);
  await askForVersion(desk, "Termos, versão 2");
  await expectAccessible(desk, "[role=dialog]");
  const changes = page.getByTestId("text-changes");
  expect(await changes.getByRole("heading").allInnerTexts()).toEqual(["Título e abertura"]);
  expect((await changes.locator("ins").allInnerTexts()).join(" ")).toContain("cada");
  expect(await changes.locator("del").count()).toBeGreaterThan(0);
  expect(await stack.visitor.fetch(versions, { subject })).toEqual(["1"]);
  await page.getByRole("button", { name: "Publicar a nova versão" }).click();

  await site.getByText("Leia cada cláusula antes de simular.").waitFor();
  expect(await stack.visitor.fetch(versions, { subject })).toEqual(["1", "2"]);
  const former = await (await fetch(`${stack.siteUrl}/termos/versoes/1`)).text();
  expect(former).toContain("O que mudou da versão 1 para a 2");
  expect(former).toMatch(/<ins[^>]*>.*?cada/s);
  expect(former).not.toContain("Leia cada cláusula antes de simular.</p>");
});

test("a stored version can be read in the studio and not changed", async () => {
  const { desk } = studio;
  await desk.open("structure/paginas;versoes;versoes-termsPage;legalVersion-termsPage-1");
  await desk.field("title").locator("input").waitFor();
  expect(await desk.field("title").locator("input").isEditable()).toBe(false);
  expect(await desk.publishButton.count()).toBe(0);
});

test("a document with unchanged text is published without a question", async () => {
  const { desk, stack } = studio;
  await desk.open("structure/siteSettings");
  await desk.write("brandName", "Payser Brasil");
  await desk.publish();
  await expect
    .poll(() => stack.visitor.fetch('*[_id == "siteSettings"][0].brandName'), saved)
    .toBe("Payser Brasil");
  expect(await stack.visitor.fetch(versions, { subject })).toHaveLength(2);
});

/**
 * Creates a page, and redirects that start at the page's path and have the ids in `held`. Publishes the page with the
 * studio's actions, and returns the ids of the documents that exist afterwards.
 */
async function publishPage(held: readonly string[]): Promise<string[]> {
  const { editor } = studio.stack;
  const [from, id] = ["/ajuda", "page-ajuda"];
  for (const redirect of held) await editor.create({ _id: redirect, _type: "redirect", from });
  await editor.create({ _id: `drafts.${id}`, _type: "page", path: from });
  const redirects = await editor.fetch<string[]>(redirectsAtQuery, { paths: [from] });
  await editor.action(publishingActions({ id, former: undefined, redirects, newId: "new" }));
  const query = "*[(_type == 'page' && path == $from) || (_type == 'redirect' && from == $from)]";
  const left = await editor.fetch<string[]>(`${query}._id | order(@)`, { from });
  await editor.delete({ query, params: { from } });
  return left;
}

test("a page is published at the start of a redirect, and a release keeps its documents for later", async () => {
  await studio.stack.editor.releases.create({ releaseId: "rverao", metadata: { title: "Verão" } });
  const later = "versions.rverao.later";
  expect(await publishPage([later])).toEqual(["page-ajuda", later]);
  // Publishing the page deletes the published redirect and its draft. The redirect in a release stays.
  expect(await publishPage(["now", "drafts.now", "versions.rverao.now"])).toEqual([
    "page-ajuda",
    "versions.rverao.now",
  ]);
});

test("an editor chooses an account after signing out, and reads the business rules without changing them", async () => {
  mayPrint(/401/);
  const { desk } = studio;
  const { page } = desk;
  await desk.open("structure/businessRules");
  await page.getByRole("link", { name: "Consultas" }).waitFor();
  await signInAsEditor(desk);
  expect(desk.unexpectedErrors.splice(0).every((text) => text.includes("401"))).toBe(true);

  await desk.text("Seu papel").waitFor();
  const hours = desk.field("approvalHours").locator("input");
  expect(await hours.isEditable()).toBe(false);
  expect(await desk.publishButton.isDisabled()).toBe(true);
  expect(await page.getByRole("link", { name: "Consultas" }).count()).toBe(0);
});

test("an editor changes other fields, but not the path of an online document", async () => {
  const { desk, stack } = studio;
  await desk.open("structure/orderable-product;product-pix-payser");
  await desk.write("menuLabel", "Pix");
  await desk.publish();
  const label = '*[_id == "product-pix-payser"][0].menuLabel';
  await expect.poll(() => stack.visitor.fetch(label), saved).toBe("Pix");
  await desk.write("slug", "pix-novo");
  await expect.poll(() => desk.publishButton.isDisabled(), saved).toBe(true);
});
