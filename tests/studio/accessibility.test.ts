import { expect, test } from "vitest";
import { findAxeViolations } from "../support/check-accessibility.ts";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();

test("the panes that are ours break no rule of accessibility, at any width", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const lost = { _key: "lost", _type: "link", label: "Perdido", kind: "address", href: "/sumiu" };
  await stack.editor.patch("footer").set({ "columns[0].links[0]": lost }).commit();
  await stack.editor.patch("partner-ipe-do-vale").unset(["logo"]).commit();
  const problems: Record<string, string[]> = {};
  const check = async (name: string, within: string) => {
    for (const width of [1500, 360]) {
      await page.setViewportSize({ width, height: 1100 });
      const part = page.locator(within).first();
      await part.waitFor();
      problems[`${name} (${width} px)`] = await findAxeViolations(page, { within });
    }
    await page.setViewportSize({ width: 1500, height: 1100 });
  };

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
