// @module-tag full
import { expect, test } from "vitest";
import { z } from "zod";
import { runStudio } from "./run-studio.ts";
import { expectAccessible } from "./studio-desk.ts";

const studio = runStudio();

// Timeout of a save, which is long because the studio saves only some moments after the last key press.
const saved = { timeout: 60_000 };

test("an editor writes an answer with the text editor and publishes it", async () => {
  const { desk, stack } = studio;
  const item = "*[_type == 'faqItem'] | order(orderRank)[3]";
  const answer = `pt::text(${item}.answer)`;
  const { _id: id } = await stack.visitor.fetch<{ _id: string }>(item);
  const open = await studio.openSite("/");
  const shown = open.locator("details[name=faq]").nth(3);
  await shown.locator("summary").click();
  await desk.open(`structure/orderable-faqItem;${id}`);
  // The caret is set by a click, because the rich text editor notices a move by the Home key too late.
  const begin = { position: { x: 2, y: 8 } };
  await desk.field("answer").getByRole("textbox").getByText("simulação é gratuita").click(begin);
  await desk.page.keyboard.insertText("Sem surpresa: ");
  await expect
    .poll(() => stack.editor.fetch(`pt::text(*[_id == 'drafts.${id}'][0].answer)`), saved)
    .toContain("Sem surpresa: ");
  expect(await shown.innerText()).not.toContain("Sem surpresa");

  await desk.publish();
  expect(await stack.visitor.fetch(answer)).toContain("Sem surpresa: ");
  await shown.getByText("Sem surpresa: ").waitFor();
});

test("the first revision opens from its history entry and is restored", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const title = "hero.title";
  const query = "*[_id == 'aboutPage'][0].hero.title";
  const began = await stack.visitor.fetch<string>(query);
  await desk.open("structure/paginas;aboutPage");
  await desk.write(title, "Um título de que ninguém gostou");
  await desk.publish();
  await expect.poll(() => stack.visitor.fetch(query), saved).not.toBe(began);

  await page.getByTestId("pane-footer-document-status").click();
  await page.getByRole("tab", { name: "Histórico" }).click();
  await page.getByTestId("timeline-item-button").filter({ hasText: "Criado" }).last().click();
  const input = desk.field(title).getByRole("textbox");
  await expect.poll(() => input.inputValue(), saved).toBe(began);
  await page.getByRole("button", { name: "Restaurar" }).click();
  await page.getByTestId("confirm-popover-confirm-button").click();
  await expect
    .poll(() => stack.editor.fetch("*[_id == 'drafts.aboutPage'][0].hero.title"), saved)
    .toBe(began);
  await desk.publish();
  await expect.poll(() => stack.visitor.fetch(query), saved).toBe(began);
});

test("an editor composes a page for /privacidade of blocks and publishes it", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const site = await studio.openSite("/privacidade");
  await desk.open("structure/page");
  await page.getByTestId("action-intent-button").click();
  await desk.write("title", "Política de privacidade");
  await desk.write("path", "/privacidade");
  await desk.field("blocks").getByRole("button", { name: "Adicionar item" }).click();
  // The menu shows a preview image for each type of block.
  const offered = page.getByRole("menuitem");
  await offered.first().waitFor();
  expect(await offered.count()).toBe(8);
  expect(await offered.locator("img").count()).toBe(8);
  await page.getByRole("menuitem", { name: "Texto" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").last().click();
  await page.keyboard.type("Guardamos só o que a análise pede.");
  const privacyPage = "*[_type == 'page' && path == '/privacidade'][0]";
  await expect
    .poll(() => stack.editor.fetch(`${privacyPage}.blocks[0].body[0].children[0].text`), saved)
    .toBe("Guardamos só o que a análise pede.");
  expect(await stack.visitor.fetch(privacyPage)).toBeNull();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await desk.publish();
  expect(await stack.visitor.fetch(privacyPage)).toMatchObject({
    title: "Política de privacidade",
    blocks: [{ _type: "richTextBlock" }],
  });
  await site.getByRole("heading", { level: 1, name: "Política de privacidade" }).waitFor();
  await site.getByText("Guardamos só o que a análise pede.").waitFor();
});

test("a sixth product starts as a copy, needs its own address and is published", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const site = await studio.openSite("/");
  const menu = site.locator(".site-nav details a");
  const slugs = "*[_type == 'product'].slug.current";
  const id = await stack.visitor.fetch<string>("*[slug.current == 'pag-payser'][0]._id");
  await desk.open(`structure/orderable-product;${id}`);
  await desk.field("name").waitFor();
  const originalAddress = page.url();
  await desk.chooseAction("Duplicar");
  await page.waitForURL((url) => url.href !== originalAddress);
  await desk.write("name", "Payser Link");
  await desk.write("menuLabel", "Payser Link");
  await desk.write("slug", "pag-payser");

  await page.getByRole("button", { name: "Validação" }).click();
  await desk.text("Outra página ou produto já usa o endereço /pag-payser.").waitFor();
  await expect.poll(() => desk.publishButton.isEnabled(), saved).toBe(false);

  await desk.write("slug", "payser-link");
  await desk.text("Nenhum erro de validação").waitFor();
  expect(await stack.visitor.fetch(slugs)).not.toContain("payser-link");
  await desk.publish();
  expect(await stack.visitor.fetch(slugs)).toContain("payser-link");
  expect(await stack.visitor.fetch(slugs)).toContain("pag-payser");
  await expect
    .poll(() => menu.allTextContents())
    .toContainEqual(expect.stringMatching(/^Payser Link/));
  expect((await fetch(`${stack.siteUrl}/payser-link`)).status).toBe(200);
});

test("a new product starts from a template, is filled in and published", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  await desk.open("structure/orderable-product");
  await page.getByTestId("new-document-button").click();
  await page.locator("[data-testid^='create-new']").filter({ hasText: "Produto" }).click();
  await desk.field("name").waitFor();
  const heroTitle = desk.field("hero.title").getByRole("textbox");
  await expect.poll(() => heroTitle.inputValue(), saved).toMatch(/^\[/);
  await desk.write("name", "Payser Recibo");
  await desk.write("menuLabel", "Payser Recibo");
  await desk.write("slug", "payser-recibo");
  const written = "*[_type == 'product' && slug.current == 'payser-recibo'][0]";
  await expect.poll(() => stack.editor.fetch(`${written}.menuLabel`), saved).toBeTruthy();
  await page.getByRole("button", { name: "Validação" }).click();
  await desk.text("Troque “[O produto em uma frase").waitFor();
  await expect.poll(() => desk.publishButton.isEnabled(), saved).toBe(false);

  // The test writes the rest of the page through the API, because filling in more dialogs would test nothing new.
  const { _id: id, ...draft } = await stack.editor.fetch<Record<string, unknown>>(written);
  const filled = JSON.stringify({ ...draft, hero: undefined }).replaceAll(
    /\[([^[\]{}"]+)\]/g,
    "$1",
  );
  const { summary, benefits, description, closing, seo } = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(filled));
  await stack.editor
    .patch(String(id))
    .set({ summary, benefits, description, closing, seo })
    .commit();
  await desk.write("hero.tagline", "O recibo chega assinado a quem paga.");
  await desk.write("hero.title", "Recibos que se escrevem sozinhos");
  await desk.text("Nenhum erro de validação").waitFor();
  await desk.publish();
  const site = await studio.openSite("/payser-recibo");
  await site.getByRole("heading", { level: 1, name: "Recibos que se escrevem" }).waitFor();
});

test("text for search results appears at once as Google and WhatsApp will show it", async () => {
  const { desk } = studio;
  const { page } = desk;
  await desk.open("structure/paginas;tenantsPage");
  await page.getByTestId("group-tab-seo").click();
  const google = page.getByRole("figure", { name: "No Google" });
  const whatsApp = page.getByRole("figure", { name: "No WhatsApp e nas redes" });
  await desk.write("seo.title", "Fiança em {{approvalHours}} horas");
  await google.getByText("Fiança em 24 horas").waitFor();
  await whatsApp.getByText("Fiança em 24 horas").waitFor();
  await google.getByText("› locatarios").waitFor();
  await expectAccessible(desk, "figure");
  await desk.write("seo.title", "");
  await google.getByText("Para Locatários | Payser").waitFor();

  await desk.write("seo.title", "WWWW ".repeat(13));
  // On some machines, a wider font replaces Arial. The preview then shortens the description too, not only the title.
  await google.getByText(/^O Google corta o título( e a descrição)? nas reticências\.$/).waitFor();
  expect(await google.getByTestId("google-preview-title").innerText()).toMatch(/^(WWWW )+…$/);
  await whatsApp.getByText("o site desenha uma parecida").waitFor();
});

test("the settings count their characters, and can neither be created again nor deleted", async () => {
  const { desk } = studio;
  const { page } = desk;
  await desk.open("structure/siteSettings");
  await desk.text("Aparece em todas as páginas.").click();
  await expectAccessible(desk, "[data-ui=Card]:has(> div > [data-ui=Stack] > a)");
  await desk.write("brandName", "Payser");
  await desk.field("brandName").getByText("6 de 150 caracteres").waitFor();
  await desk.write("brandName", "a".repeat(151));
  await desk.field("brandName").getByText("151 de 150 caracteres").waitFor();
  await page.getByRole("button", { name: "Validação" }).click();
  await desk.text("De preferência, use até 150 caracteres: agora são 151").waitFor();
  await desk.publishButton.and(page.locator(":enabled")).waitFor();
  // The entries of the menu appear one after the other.
  await expect
    .poll(() => desk.actionNames(), saved)
    .toEqual(["Descartar alterações", "Abrir no site"]);

  await page.getByTestId("new-document-button").click();
  await page.getByText("Redirecionamento", { exact: true }).waitFor();
  const offered = await page.locator("[data-testid^='create-new']").allInnerTexts();
  const creatable = [
    "Página livre",
    "Parceiro",
    "Pergunta frequente",
    "Produto",
    "Redirecionamento",
  ];
  expect(offered.toSorted()).toEqual(creatable.toSorted());
});
