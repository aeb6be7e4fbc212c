import { expect, test } from "vitest";
import { runStudio } from "./run-studio.ts";
import { siteFrame } from "./site-frame.ts";

const studio = runStudio();

// The studio saves some moments after the last key.
const saved = { timeout: 60_000 };
const homeTitle = "*[_id == 'homePage'][0].hero.title";

const { frame, heading, open: openInFrame } = siteFrame(studio);

const openPath = () => new URL(studio.desk.page.url()).pathname;

test("an editor clicks a heading in the frame and changes it; a visitor still reads the old one", async () => {
  const { desk, stack } = studio;
  const published = await stack.visitor.fetch<string>(homeTitle);
  const visitor = await studio.openSite("/");
  await openInFrame("/", "hero.title");

  await desk.write("hero.title", "Um título visto só no quadro");
  await expect.poll(() => heading().innerText(), saved).toContain("Um título visto só no quadro");
  expect(await visitor.getByRole("heading", { level: 1 }).innerText()).toBe(published);
  expect(await stack.visitor.fetch(homeTitle)).toBe(published);

  await desk.publish();
  await visitor.getByRole("heading", { name: "Um título visto só no quadro" }).waitFor();
});

test("a click on an image opens it", async () => {
  await frame().locator(".hero-band img").click();
  await expect.poll(openPath, saved).toMatch(/\/homePage\/hero\.image/);
});

test("what was published is shown when it is chosen above the frame", async () => {
  const { desk, stack } = studio;
  const published = await stack.visitor.fetch<string>(homeTitle);
  await desk.write("hero.title", "Outro título de rascunho");
  await expect.poll(() => heading().innerText(), saved).toContain("Outro título de rascunho");
  const { page } = desk;
  await page.goto(`${page.url()}&perspective=published`);
  await expect.poll(() => heading().innerText(), saved).toContain(published);
});

test("a page opens beside its document, which tells where it is shown", async () => {
  const { desk } = studio;
  const { page } = desk;
  await openInFrame("/payser-fianca", "hero.title");
  expect(openPath()).toContain("/product/");
  await page.getByText("Usado em", { exact: false }).first().waitFor();
});

test("the menu of a document leads to the page of the site that shows it", async () => {
  const { desk, stack } = studio;
  await desk.page.goto(`${stack.studioUrl}/structure/paginas;termsPage`);
  const [visit] = await Promise.all([
    desk.page.context().waitForEvent("page"),
    desk.chooseAction("Abrir no site"),
  ]);
  expect(visit.url()).toBe(`${stack.siteUrl}/termos`);
  await visit.close();
});
