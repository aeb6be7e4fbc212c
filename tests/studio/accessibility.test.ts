import { expect, test } from "vitest";
import { findAxeViolations } from "../support/check-accessibility.ts";
import { askForVersion } from "./publish-version.ts";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();

/** Tries a part of the open page at both widths; keeps what it breaks under its name. */
async function tryAtBothWidths(problems: Record<string, string[]>, name: string, within: string) {
  const { page } = studio.desk;
  for (const width of [1500, 360]) {
    await page.setViewportSize({ width, height: 1100 });
    await page.locator(within).first().waitFor();
    problems[`${name} (${width} px)`] = await findAxeViolations(page, { within });
  }
  await page.setViewportSize({ width: 1500, height: 1100 });
}

test("the panes that are ours break no rule of accessibility, at any width", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const lost = { _key: "lost", _type: "link", label: "Perdido", kind: "address", href: "/sumiu" };
  await stack.editor.patch("footer").set({ "columns[0].links[0]": lost }).commit();
  await stack.editor.patch("partner-ipe-do-vale").unset(["logo"]).commit();
  const problems: Record<string, string[]> = {};
  const check = (name: string, within: string) => tryAtBothWidths(problems, name, within);

  await desk.open("structure/links-e-imagens");
  await desk.text("Nada do site responde em /sumiu.").waitFor();
  await desk.text("Imagens sem uso (1)").waitFor();
  await check("links", "[data-testid=links-report]");

  await desk.open("structure/provisorios");
  await check("placeholders", "[data-testid=placeholder-list]");

  await desk.open("structure/mailTexts");
  await page.getByTitle("Como o e-mail fica").waitFor();
  await check("mail", "[data-testid=mail-preview]");

  await desk.open("structure/paginas;landlordsPage");
  await page.getByTestId("group-tab-seo").click();
  await desk.text("No WhatsApp e nas redes").waitFor();
  await check("search", "figure");

  expect(Object.entries(problems).filter(([, found]) => found.length > 0)).toEqual([]);
});

test("the question before a new version, and where documents are shown, break none", async () => {
  const { desk } = studio;
  const problems: Record<string, string[]> = {};
  const check = (name: string, within: string) => tryAtBothWidths(problems, name, within);
  const locations = "[data-ui=Card]:has(> div > [data-ui=Stack] > a)";

  await desk.open("structure/siteSettings");
  await desk.text("Aparece em todas as páginas.").click();
  await check("locations of all pages", locations);

  await desk.open("structure/paginas;termsPage");
  await desk.text("Usado em").click();
  await check("locations", locations);

  await desk.write("intro", "Leia cada cláusula antes de simular.");
  await askForVersion(desk, "Termos, versão 2");
  await check("question", "[data-ui=Popover]:has([data-testid=confirm-popover-confirm-button])");

  expect(Object.entries(problems).filter(([, found]) => found.length > 0)).toEqual([]);
});

// In its own markup: a picture of a checkbox, whose card takes the click, and details in pale grey.
const ofThePlugin = ["[data-ui=Checkbox]", "[data-ui=Text] > span > span"];

test("the library names its images, fields and buttons", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  await page.goto(`${stack.studioUrl}/media`);
  await desk.text("partner-chave-e-lar.png").waitFor();
  const within = "[class*='UploadContainer']";
  expect(await findAxeViolations(page, { within, without: ofThePlugin })).toEqual([]);

  await page.getByAltText("partner-chave-e-lar.png").click();
  await page.getByRole("dialog").getByLabel("Nome do arquivo").waitFor();
  const dialog = { within: "[role=dialog]", without: ofThePlugin };
  expect(await findAxeViolations(page, dialog)).toEqual([]);
});
