// @module-tag full
import { expect, test } from "vitest";
import { releaseDesk } from "./release-desk.ts";
import { runStudio } from "./run-studio.ts";
import { siteFrame } from "./site-frame.ts";

const studio = runStudio();
const { frame, heading, open: openInFrame } = siteFrame(studio);
const {
  stateOfRelease,
  openReleases,
  createRelease,
  addToRelease,
  chooseInReleaseMenu,
  publishRelease,
} = releaseDesk(studio);

// Timeout of a save, which is long because the studio saves only some moments after the last key press.
const saved = { timeout: 60_000 };
const homeTitle = "*[_id == 'homePage'][0].hero.title";

const published = () => studio.stack.visitor.fetch<string>(homeTitle);
const openPath = () => new URL(studio.desk.page.url()).pathname;

test("an editor clicks a heading in the frame and changes it, while a visitor still reads the old one", async () => {
  const { desk } = studio;
  const before = await published();
  const visitor = await studio.openSite("/");
  await openInFrame("/", "hero.title");
  await desk.page.getByRole("button", { name: "Abrir em Conteúdo" }).first().waitFor();

  await desk.write("hero.title", "Um título visto só no quadro");
  await expect.poll(() => heading().innerText(), saved).toContain("Um título visto só no quadro");
  expect(await visitor.getByRole("heading", { level: 1 }).innerText()).toBe(before);
  expect(await published()).toBe(before);

  await desk.publish();
  await visitor.getByRole("heading", { name: "Um título visto só no quadro" }).waitFor();
});

test("a click on an image opens its field", async () => {
  await frame().locator(".hero-band img").click();
  await expect.poll(openPath, saved).toMatch(/\/homePage\/hero\.image/);
});

test("a draft in a release is visible in the frame alone, and goes online with the release", async () => {
  const { desk, stack } = studio;
  const before = await published();
  const visitor = await studio.openSite("/");
  const visible = () => visitor.getByRole("heading", { level: 1 }).innerText();
  await desk.write("hero.title", "Alugue sem pedir favor");
  await expect.poll(() => heading().innerText(), saved).toContain("Alugue sem pedir favor");

  const release = await createRelease("Verão");
  await addToRelease("paginas;homePage", release);
  const version = `*[_id == "versions.${release}.homePage"][0].hero.title`;
  await expect.poll(() => stack.editor.fetch(version), saved).toBe("Alugue sem pedir favor");
  await desk.write("hero.title", "Um verão sem fiador");
  await expect.poll(() => stack.editor.fetch(version), saved).toBe("Um verão sem fiador");
  // The entries of the menu appear one after the other.
  await expect.poll(() => desk.actionNames(), saved).toEqual(["Descartar versão", "Abrir no site"]);

  for (const [perspective, shown] of [
    [release, "Um verão sem fiador"],
    ["published", before],
  ]) {
    await desk.goTo(`presentation?preview=${encodeURIComponent("/")}&perspective=${perspective}`);
    await expect.poll(() => heading().innerText(), saved).toContain(shown);
  }
  expect(await visible()).toBe(before);

  await openReleases(`/${release}`);
  await publishRelease();
  await visitor.getByRole("heading", { name: "Um verão sem fiador" }).waitFor();
  await desk.text("Este lançamento foi publicado com sucesso.").waitFor();
  expect(await published()).toBe("Um verão sem fiador");
});

test("a release is scheduled, unscheduled and published from its menu", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const title = "*[_id == 'contactPage'][0].hero.title";
  const before = await stack.visitor.fetch<string>(title);
  const release = await createRelease("Campanha");
  await addToRelease("paginas;contactPage", release);
  await desk.write("hero.title", "Fale com a gente hoje");
  const version = `*[_id == "versions.${release}.contactPage"][0].hero.title`;
  await expect.poll(() => stack.editor.fetch(version), saved).toBe("Fale com a gente hoje");

  await openReleases(`/${release}`);
  const schedule = await chooseInReleaseMenu("Agendar lançamento");
  await schedule.getByRole("textbox").fill("23 nov 2099 03:46");
  await schedule.getByRole("textbox").blur();
  await schedule.getByRole("button", { name: "Sim, agendar" }).click();
  await expect.poll(stateOfRelease, saved).toBe("scheduled");
  expect(await stack.visitor.fetch(title)).toBe(before);
  await page.getByRole("button", { name: "Cancelar agendamento" }).click();
  const withdrawal = page.getByRole("dialog").getByRole("button");
  await withdrawal.filter({ hasText: "Cancelar agendamento" }).click();
  await expect.poll(stateOfRelease, saved).toBe("active");
  const publication = await chooseInReleaseMenu("Publicar");
  await publication.getByRole("button").filter({ hasText: "Publicar" }).click();
  await expect.poll(() => stack.visitor.fetch(title), saved).toBe("Fale com a gente hoje");
});

test("a page opens beside its document, which shows where it is used", async () => {
  await openInFrame("/payser-fianca", "hero.title");
  expect(openPath()).toContain("/product/");
  await studio.desk.page.getByText("Usado em", { exact: false }).first().waitFor();
});

test("a legal text leads to its page and keeps its release from being published until it is archived and deleted", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const release = await createRelease("Termos novos");
  await addToRelease("paginas;termsPage", release);
  const [visit] = await Promise.all([
    page.context().waitForEvent("page"),
    desk.chooseAction("Abrir no site"),
  ]);
  expect(visit.url()).toBe(`${stack.siteUrl}/termos`);
  await visit.close();
  await openReleases(`/${release}`);
  const publish = page.getByRole("button", { name: "Publicar lançamento" });
  await page.getByRole("link", { name: "1 erro de validação" }).waitFor();
  await expect.poll(() => publish.isDisabled(), saved).toBe(true);
  expect(await stateOfRelease()).toBe("active");

  const archiving = await chooseInReleaseMenu("Arquivar lançamento");
  await archiving.getByRole("button", { name: "Sim, arquivar" }).click();
  await expect.poll(stateOfRelease, saved).toBe("archived");
  const deletion = await chooseInReleaseMenu("Excluir lançamento");
  await deletion.getByRole("button", { name: "Sim, excluir" }).click();
  const count = 'count(*[metadata.title == "Termos novos"])';
  await expect.poll(() => stack.editor.fetch(count), saved).toBe(0);
});

test("a draft is published at its time; a schedule is refused for versioned texts and new paths", async () => {
  const { desk } = studio;
  const { page } = desk;
  await desk.open("structure/paginas;aboutPage");
  await desk.write("hero.title", "Quem somos nós");
  await expect.poll(() => desk.actionNames(), saved).toContain("Agendar publicação");
  await desk.chooseAction("Agendar publicação");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("23 nov 2099 03:46");
  await dialog.getByRole("textbox").blur();
  await dialog.getByRole("button", { name: "Agendar", exact: true }).click();
  await expect.poll(stateOfRelease, saved).toBe("scheduled");
  await dialog.waitFor({ state: "hidden" });

  await desk.open("structure/siteSettings");
  await desk.write("brandName", "Payser Brasil");
  await expect.poll(() => desk.actionNames(), saved).toContain("Descartar alterações");
  expect(await desk.actionNames()).not.toContain("Agendar publicação");

  await desk.open("structure/orderable-product;product-pix-payser");
  await desk.write("slug", "pix-novo");
  await page.getByTestId("pane-footer").getByTestId("action-menu-button").click();
  const schedule = page.getByRole("menuitem", { name: "Agendar publicação" });
  await expect.poll(() => schedule.isDisabled(), saved).toBe(true);
  await page.keyboard.press("Escape");
});

test("the previews send no request to outside hosts", () => {
  expect([...studio.desk.outsideHosts]).toEqual([]);
});
