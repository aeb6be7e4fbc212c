import { expect, test } from "vitest";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();

// Timeout of a save, which is long because the studio saves only some moments after the last key press.
const saved = { timeout: 60_000 };

test("the studio opens in Portuguese with the content that an editor looks for", async () => {
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
    "Links quebrados",
    "Imagens",
    "Configurações",
    "Antes de ir ao ar",
  ]);
});

test("a page's change reaches an open page when it is published, and not before", async () => {
  const { desk, stack } = studio;
  const published = `*[_id == 'homePage'][0]{
    'title': hero.title, 'badges': hero.badges, 'benefits': benefits.items[].title }`;
  const draft = published.replace("homePage", "drafts.homePage");
  interface Home {
    title: string;
    badges: string[];
    benefits: string[];
  }
  const before = await stack.visitor.fetch<Home>(published);
  const home = await studio.openSite("/");
  const heading = home.getByRole("heading", { level: 1 });
  await desk.open("structure/paginas;homePage");
  await desk.write("hero.title", "Alugue sem pedir favor a ninguém");

  const badges = desk.field("hero.badges");
  await badges.getByRole("button", { name: "Adicionar item" }).click();
  const badge = badges.getByRole("textbox").nth(before.badges.length);
  await expect
    .poll(async () => {
      // Fills in the field again and again, because the studio drops text that is typed before the item exists.
      await badge.fill("Atendimento por gente de verdade");
      return (await stack.editor.fetch<Home>(draft)).badges;
    }, saved)
    .toContain("Atendimento por gente de verdade");

  await desk.field("benefits.items").getByText("Sem fiador").first().click();
  const dialog = desk.page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill("Sem depender de fiador");
  await desk.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  const after = {
    title: "Alugue sem pedir favor a ninguém",
    badges: [...before.badges, "Atendimento por gente de verdade"],
    benefits: before.benefits.with(before.benefits.indexOf("Sem fiador"), "Sem depender de fiador"),
  };
  await expect.poll(() => stack.editor.fetch<Home>(draft), saved).toEqual(after);
  expect(await stack.visitor.fetch<Home>(published)).toEqual(before);
  expect(await heading.innerText()).toBe(before.title);

  await desk.publish();
  await heading.and(home.getByText(after.title)).waitFor();
  await home.getByText("Atendimento por gente de verdade").waitFor();
  await home.getByRole("heading", { name: "Sem depender de fiador" }).waitFor();
  expect(await stack.visitor.fetch<Home>(published)).toEqual(after);
  expect(await (await fetch(stack.siteUrl)).text()).toContain(after.title);
});

test("a discarded change leaves visitors' content unchanged", { tags: ["full"] }, async () => {
  const { desk, stack } = studio;
  const title = "*[_id == 'aboutPage'][0].hero.title";
  const drafts = () => stack.editor.fetch<number>("count(*[_id == 'drafts.aboutPage'])");
  const before = await stack.visitor.fetch<string>(title);
  await desk.open("structure/paginas;aboutPage");
  await desk.write("hero.title", "Um título de que o editor desistiu");
  await expect.poll(drafts, saved).toBe(1);

  await desk.chooseAction("Descartar alterações");
  const confirmation = desk.page.getByRole("dialog");
  await confirmation.getByRole("button", { name: "Descartar alterações" }).click();

  await expect.poll(drafts, saved).toBe(0);
  expect(await stack.visitor.fetch(title)).toBe(before);
});

test("an editor reads in Portuguese why a page cannot be published", async () => {
  const { desk } = studio;
  const { page } = desk;
  await desk.open("structure/paginas;contactPage");
  await desk.write("hero.title", "Fale com a gente em {{horas}}");
  await page.getByRole("button", { name: "Validação" }).click();
  await desk.text("“{{horas}}” não existe nas regras do negócio").waitFor();
  await desk.write("hero.title", "");
  await desk.text("Obrigatório").waitFor();

  await page.getByTestId("group-tab-seo").click();
  await desk.write("seo.title", "a".repeat(71));
  await desk.text("Use no máximo 70 caracteres: agora são 71.").waitFor();
  await expect.poll(() => desk.publishButton.isEnabled(), saved).toBe(false);
});
