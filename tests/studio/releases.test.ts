import { expect, test } from "vitest";
import { releaseDesk } from "./release-desk.ts";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();
const {
  stateOfRelease,
  openReleases,
  createRelease,
  addToRelease,
  chooseInReleaseMenu,
  publishRelease,
} = releaseDesk(studio);

// The studio saves some moments after the last key.
const saved = { timeout: 60_000 };
const homeTitle = "*[_id == 'homePage'][0].hero.title";

const published = () => studio.stack.visitor.fetch<string>(homeTitle);
test("a change waits in a release, is seen in the frame alone, and goes online with it", async () => {
  const { desk } = studio;
  const { page } = desk;
  const before = await published();
  const release = await createRelease("Verão");
  await addToRelease("paginas;homePage", release);
  await desk.write("hero.title", "Um verão sem fiador");
  const version = `*[_id == "versions.${release}.homePage"][0].hero.title`;
  await expect.poll(() => studio.stack.editor.fetch(version), saved).toBe("Um verão sem fiador");
  expect(await desk.actionNames()).toEqual(["Descartar versão", "Abrir no site"]);

  const preview = `presentation?preview=${encodeURIComponent("/")}&perspective=${release}`;
  await page.goto(`${studio.stack.studioUrl}/${preview}`);
  const heading = page.frameLocator("iframe").getByRole("heading", { level: 1 });
  await expect.poll(() => heading.innerText(), saved).toContain("Um verão sem fiador");
  const visitor = await studio.openSite("/");
  expect(await visitor.getByRole("heading", { level: 1 }).innerText()).toBe(before);

  await openReleases(`/${release}`);
  await publishRelease();
  await visitor.getByRole("heading", { name: "Um verão sem fiador" }).waitFor();
  await desk.text("Este lançamento foi publicado com sucesso.").waitFor();
  expect(await published()).toBe("Um verão sem fiador");
});

test("a legal text holds its release back, which is archived and deleted", async () => {
  const { page } = studio.desk;
  const release = await createRelease("Termos novos");
  await addToRelease("paginas;termsPage", release);
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
  await expect.poll(() => studio.stack.editor.fetch(count), saved).toBe(0);
});

test("a draft is published at its time; not by scheduling what keeps versions, or a new path", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  await desk.page.goto(`${stack.studioUrl}/structure/paginas;aboutPage`);
  await desk.write("hero.title", "Quem somos nós");
  await expect.poll(() => desk.actionNames(), saved).toContain("Agendar publicação");
  await desk.chooseAction("Agendar publicação");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("23 nov 2099 03:46");
  await dialog.getByRole("textbox").blur();
  await dialog.getByRole("button", { name: "Agendar", exact: true }).click();
  await expect.poll(stateOfRelease, saved).toBe("scheduled");
  await dialog.waitFor({ state: "hidden" });

  await desk.page.goto(`${stack.studioUrl}/structure/siteSettings`);
  await desk.write("brandName", "Payser Brasil");
  await expect.poll(() => desk.actionNames(), saved).toContain("Descartar alterações");
  expect(await desk.actionNames()).not.toContain("Agendar publicação");

  await desk.page.goto(`${stack.studioUrl}/structure/orderable-product;product-pix-payser`);
  await desk.write("slug", "pix-novo");
  await page.getByTestId("action-menu-button").click();
  const schedule = page.getByRole("menuitem", { name: "Agendar publicação" });
  await expect.poll(() => schedule.isDisabled(), saved).toBe(true);
});

test("none of it asks a host outside of this machine", () => {
  expect([...studio.desk.outsideHosts]).toEqual([]);
});
