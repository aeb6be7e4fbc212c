import { expect, test } from "vitest";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();

// The studio saves some moments after the last key.
const saved = { timeout: 15_000 };

const homeTitle = "*[_id == 'homePage'][0].hero.title";

test("the studio opens in Portuguese, with the content an editor looks for", async () => {
  const { desk } = studio;
  await desk.open("structure");
  const { page } = desk;
  expect(await page.locator("html").getAttribute("lang")).toBe("pt-BR");
  expect((await page.getByTestId("pane-content").innerText()).split(/\n+/)).toEqual([
    "Páginas",
    "Produtos",
    "Perguntas frequentes",
    "Parceiros",
    "Páginas livres",
    "Navegação e rodapé",
    "Regras do negócio",
    "Cobertura",
    "Textos dos e-mails",
    "Textos da carta e do contrato",
    "Textos da equipe",
    "Redirecionamentos",
    "Links e imagens",
    "Configurações",
    "Antes de ir ao ar",
  ]);
});

test("a changed title is public once it is published, and not before", async () => {
  const { desk, stack } = studio;
  const before = await stack.visitor.fetch<string>(homeTitle);
  const home = await studio.openSite("/");
  const heading = home.getByRole("heading", { level: 1 });
  await desk.open("structure/paginas;homePage");
  await desk.write("hero.title", "Alugue sem pedir favor a ninguém");

  await expect
    .poll(() => stack.editor.fetch("*[_id == 'drafts.homePage'][0].hero.title"), saved)
    .toBe("Alugue sem pedir favor a ninguém");
  expect(await stack.visitor.fetch(homeTitle)).toBe(before);
  expect(await heading.innerText()).toBe(before);

  await desk.publish();
  await heading.and(home.getByText("Alugue sem pedir favor a ninguém")).waitFor();
  const firstHtml = await (await fetch(stack.siteUrl)).text();
  expect(firstHtml).toContain("Alugue sem pedir favor a ninguém");
});

test("a discarded change leaves what visitors see as it was", async () => {
  const { desk, stack } = studio;
  const title = "*[_id == 'aboutPage'][0].hero.title";
  const before = await stack.visitor.fetch<string>(title);
  await desk.open("structure/paginas;aboutPage");
  await desk.write("hero.title", "Um título de que o editor desistiu");
  await expect.poll(() => stack.editor.fetch("count(*[_id == 'drafts.aboutPage'])"), saved).toBe(1);

  await desk.chooseAction("Descartar alterações");
  const confirmation = desk.page.getByRole("dialog");
  await confirmation.getByRole("button", { name: "Descartar alterações" }).click();

  await expect.poll(() => stack.editor.fetch("count(*[_id == 'drafts.aboutPage'])"), saved).toBe(0);
  expect(await stack.visitor.fetch(title)).toBe(before);
});

test("an item is added to a list, and another one is changed", async () => {
  const { desk, stack } = studio;
  const open = await studio.openSite("/");
  await desk.open("structure/paginas;homePage");
  const badges = desk.field("hero.badges");
  await badges.getByRole("button", { name: "Adicionar item" }).click();
  const badge = badges.getByRole("textbox").nth(3);
  await expect
    .poll(async () => {
      // The studio drops what is typed while it still makes the item.
      await badge.fill("Atendimento por gente de verdade");
      return stack.editor.fetch("*[_id == 'drafts.homePage'][0].hero.badges[3]");
    }, saved)
    .toBe("Atendimento por gente de verdade");

  await desk.field("benefits.items").getByText("Sem fiador").first().click();
  const dialog = desk.page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill("Sem depender de fiador");
  await desk.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await desk.publish();
  const home = await stack.visitor.fetch<{ badges: string[]; titles: string[] }>(
    "*[_id == 'homePage'][0]{'badges': hero.badges, 'titles': benefits.items[].title}",
  );
  expect(home.badges).toHaveLength(4);
  expect(home.badges[3]).toBe("Atendimento por gente de verdade");
  expect(home.titles).toContain("Sem depender de fiador");
  expect(home.titles).toHaveLength(6);
  await open.getByText("Atendimento por gente de verdade").waitFor();
  await open.getByRole("heading", { name: "Sem depender de fiador" }).waitFor();
});

test("an answer is written with the text editor and published", async () => {
  const { desk, stack } = studio;
  const item = "*[_type == 'faqItem'] | order(orderRank)[3]";
  const answer = `pt::text(${item}.answer)`;
  const { _id: id } = await stack.visitor.fetch<{ _id: string }>(item);
  const open = await studio.openSite("/");
  const shown = open.locator("details[name=faq]").nth(3);
  await shown.locator("summary").click();
  await desk.open(`structure/orderable-faqItem;${id}`);
  await desk.field("answer").getByRole("textbox").click();
  await desk.page.keyboard.press("Control+Home");
  // The editor notices a moved caret with a delay that no person types faster than.
  await desk.page.waitForTimeout(500);
  await desk.page.keyboard.type("Sem surpresa: ");
  await expect
    .poll(() => stack.editor.fetch(`pt::text(*[_id == 'drafts.${id}'][0].answer)`), saved)
    .toContain("Sem surpresa: ");
  expect(await shown.innerText()).not.toContain("Sem surpresa");

  await desk.publish();
  expect(await stack.visitor.fetch(answer)).toContain("Sem surpresa: ");
  await shown.getByText("Sem surpresa: ").waitFor();
});
