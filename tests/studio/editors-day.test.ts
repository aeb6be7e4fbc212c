import { expect, test } from "vitest";
import { localProject } from "../../scripts/content-part.ts";
import { filledSimulation, someAddress } from "../functions/filled-forms.ts";
import { eventually, startTestStack } from "../functions/test-stack.ts";
import { releaseDesk } from "./release-desk.ts";
import { publishVersion } from "./publish-version.ts";
import { renamePath } from "./rename-path.ts";
import { runStudio } from "./run-studio.ts";
import { siteFrame } from "./site-frame.ts";

const studio = runStudio();
const { heading, open: openInFrame } = siteFrame(studio);
const releases = releaseDesk(studio);

// The studio saves some moments after the last key.
const saved = { timeout: 60_000 };

test("an editor's day", { timeout: 400_000 }, async () => {
  const { desk, stack } = studio;
  const { page } = desk;

  // A heading is clicked and changed; a second browser still reads the old one.
  const visitor = await studio.openSite("/");
  const visible = () => visitor.getByRole("heading", { level: 1 }).innerText();
  const before = await visible();
  await openInFrame("/", "hero.title");
  await desk.write("hero.title", "Alugue sem pedir favor");
  await expect.poll(() => heading().innerText(), saved).toContain("Alugue sem pedir favor");
  expect(await visible()).toBe(before);

  // The draft goes into a release, which is scheduled, taken back, and published.
  const release = await releases.createRelease("Campanha");
  await releases.addToRelease("paginas;homePage", release);
  const version = `*[_id == "versions.${release}.homePage"][0].hero.title`;
  await expect.poll(() => stack.editor.fetch(version), saved).toBe("Alugue sem pedir favor");
  await releases.openReleases(`/${release}`);
  const schedule = await releases.chooseInReleaseMenu("Agendar lançamento");
  await schedule.getByRole("textbox").fill("23 nov 2099 03:46");
  await schedule.getByRole("textbox").blur();
  await schedule.getByRole("button", { name: "Sim, agendar" }).click();
  await expect.poll(releases.stateOfRelease, saved).toBe("scheduled");
  expect(await visible()).toBe(before);
  await page.getByRole("button", { name: "Cancelar agendamento" }).click();
  const withdrawal = page.getByRole("dialog").getByRole("button");
  await withdrawal.filter({ hasText: "Cancelar agendamento" }).click();
  await expect.poll(releases.stateOfRelease, saved).toBe("active");
  const publication = await releases.chooseInReleaseMenu("Publicar");
  await publication.getByRole("button").filter({ hasText: "Publicar" }).click();
  await visitor.getByRole("heading", { name: "Alugue sem pedir favor" }).waitFor();

  // A product gets another path, and its old address still leads to it.
  await desk.open("structure/orderable-product;product-pag-payser");
  await renamePath(desk, "maquininha", "Publicar e redirecionar");
  await eventually(async () => (await fetch(`${stack.siteUrl}/pag-payser`)).url).toBe(
    `${stack.siteUrl}/maquininha`,
  );

  // What is linked is not deleted, and the studio says where it is linked.
  await desk.chooseAction("Excluir");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("/pag-payser", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  // Changed terms are a version of their own, and the former one can still be read.
  await desk.open("structure/paginas;termsPage");
  await desk.write("intro", "Leia cada cláusula com calma.");
  await publishVersion(desk, "Termos, versão 2");
  const readTerms = async (path: string) => (await fetch(stack.siteUrl + path)).text();
  await eventually(() => readTerms("/termos")).toContain("Leia cada cláusula com calma.");
  expect(await readTerms("/termos/versoes/1")).not.toContain("Leia cada cláusula com calma.</p>");

  // The words of a mail are changed, and the next one has them.
  await desk.open("structure/mailTexts");
  await page.getByRole("button", { name: "Simulação recebida", exact: true }).click();
  await desk.write("simulationReceived.heading", "Seu pedido chegou");
  await desk.publish();
  // Functions read the content every five minutes; those that start now read it now.
  const functions = await startTestStack({
    content: { ...localProject, apiHost: stack.contentUrl },
  });
  try {
    const body = filledSimulation();
    await functions.call("send-simulation-email", { body, from: someAddress() });
    await eventually(async () =>
      (await functions.inbox(body.email)).map(({ text }) => text),
    ).toEqual([expect.stringContaining("Seu pedido chegou")]);
  } finally {
    await functions.stop();
  }
});
