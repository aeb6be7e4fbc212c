import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "vitest";
import { mediaLibraryFiles } from "../../studio/media-library/changed-files.ts";
import { findAxeViolations } from "../support/check-accessibility.ts";
import { runStudio } from "./run-studio.ts";
import { succeeds } from "./studio-desk.ts";

const studio = runStudio();

// The library gathers for two seconds what others change.
const saved = { timeout: 60_000 };
const partnerLogos = "*[_type == 'partner'] | order(orderRank).logo.alt";
const partnerNames = "*[_type == 'partner'] | order(orderRank).name";
const uploaded = '*[_type == "sanity.imageAsset" && originalFilename match "fachada*"]';

const fetchOne = (query: string) => studio.stack.editor.fetch<unknown>(query);
const button = (name: string) => studio.desk.page.getByRole("button", { name, exact: true });
const dialog = () => studio.desk.page.getByRole("dialog").last();

test("partners are put in another order with the keyboard, and visitors see it", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const before = await stack.visitor.fetch<string[]>(partnerNames);
  const home = await studio.openSite("/");
  const [first = "", second = "", third = "", last = ""] = before;
  await desk.open("structure/orderable-partner");
  await desk.text(last).waitFor();
  await page.locator("[data-rfd-drag-handle-draggable-id]").last().focus();
  // What a screen reader is told of each step, with which the list takes the next one.
  const told = () => page.locator("[id^=rfd-announcement]").first().textContent();
  for (const key of ["Space", "ArrowUp", "Space"]) {
    const earlier = await told();
    await page.keyboard.press(key);
    await expect.poll(told, saved).not.toBe(earlier);
  }
  await desk.text("Nova ordem salva e publicada").waitFor();
  expect(await stack.visitor.fetch(partnerNames)).toEqual([first, second, last, third]);
  await expect
    .poll(() => logosInCarousel(home))
    .toEqual(await stack.visitor.fetch<string[]>(partnerLogos));
});
test("a logo is uploaded, and its description is required before it is published", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const home = await studio.openSite("/");
  await desk.open("structure/orderable-partner");
  await page.getByTestId("action-intent-button").click();
  await desk.write("name", "Araucária Imóveis (exemplo)");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: "logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><rect width="240" height="80" fill="#0b4f4a"/></svg>',
      ),
    });
  await page.getByRole("button", { name: "Validação" }).click();
  await desk.text("Descreva a imagem para quem não pode vê-la.").waitFor();
  expect(await desk.publishButton.isEnabled()).toBe(false);
  expect(await stack.visitor.fetch(partnerNames)).not.toContain("Araucária Imóveis (exemplo)");

  await desk.write("logo.alt", "Logotipo da Araucária Imóveis");
  await desk.text("Nenhum erro de validação").waitFor();
  await desk.publish();

  const { names, logo } = await stack.visitor.fetch<{ names: string[]; logo: string }>(
    `{"names": ${partnerNames}, "logo": *[name match "Araucária*"][0].logo.asset->url}`,
  );
  expect(names.at(-1)).toBe("Araucária Imóveis (exemplo)");
  const image = await fetch(logo);
  expect(image.status).toBe(200);
  expect(image.headers.get("content-type")).toContain("image/svg+xml");
  await expect.poll(() => logosInCarousel(home)).toContain("Logotipo da Araucária Imóveis");
});

async function openLibrary(): Promise<void> {
  const { desk } = studio;
  // A studio that has come to rest: while it starts it may build what is shown a second time.
  await desk.open("structure/orderable-partner;partner-ipe-do-vale");
  await desk.publishButton.waitFor();
  await desk.page.getByRole("link", { name: "Biblioteca" }).click();
  await desk.text("partner-ipe-do-vale.png").waitFor();
}

/** Does something until a dialog has come that stays, which a busy studio may close once. */
async function openDialog(open: () => Promise<void>, field: string): Promise<void> {
  await expect
    .poll(async () => {
      if (!(await dialog().isVisible())) await succeeds(open());
      return succeeds(dialog().getByLabel(field).waitFor({ timeout: 5_000 }));
    }, saved)
    .toBe(true);
}

/** Opens the details of a file of the list. */
function openFile(name: string): Promise<void> {
  const image = studio.desk.page.getByAltText(name);
  return openDialog(() => image.click({ timeout: 5_000 }), "Nome do arquivo");
}

test("an image is sent, found by its tag, kept in a folder, and taken out again", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const create = { width: 40, height: 30, channels: 3, background: "#0a5a4f" } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  await openLibrary();
  await expectNoEnglish(page);
  const file = { name: "fachada.png", mimeType: "image/png", buffer };
  await page.locator("input[type=file]").setInputFiles(file);
  await desk.text("fachada.png").waitFor();
  await expect.poll(() => fetchOne(`count(${uploaded})`), saved).toBe(1);

  await openDialog(() => button("Criar etiqueta").click({ timeout: 5_000 }), "Nome");
  await dialog().getByRole("textbox").fill("campanha");
  await expectNoEnglish(page);
  await dialog().getByRole("button", { name: "Salvar e fechar" }).click();
  await desk.text("Etiqueta criada").waitFor();
  const name = { _type: "slug", current: "da colega" };
  // What is made while the library connects anew is missed by it.
  await expect
    .poll(async () => {
      await stack.editor.create({ _type: "media.tag", name });
      return succeeds(desk.text("da colega").waitFor({ timeout: 10_000 }));
    }, saved)
    .toBe(true);

  await button("Mostrar ou esconder as pastas").click();
  await openDialog(() => button("Criar pasta").click({ timeout: 5_000 }), "Nome da pasta");
  await dialog().getByRole("textbox").fill("Fachadas");
  await expectNoEnglish(page);
  await dialog().getByRole("button", { name: "Salvar e fechar" }).click();
  await desk.text("Pasta criada").waitFor();

  // The new folder is the one that is shown.
  await desk.text("Todos").click();
  await openFile("fachada.png");
  await dialog().getByLabel("Título").fill("A fachada da sede");
  await dialog().getByRole("combobox").fill("campanha");
  await page.keyboard.press("Enter");
  await expectNoEnglish(page);
  await dialog().getByRole("button", { name: "Salvar e fechar" }).click();
  const kept = `${uploaded}[0]{ title, "tag": opt.media.tags[0]->name.current }`;
  await expect
    .poll(() => fetchOne(kept), saved)
    .toEqual({ title: "A fachada da sede", tag: "campanha" });

  await button("Adicionar filtro").click();
  await expectNoEnglish(page);
  await page.getByRole("menuitem", { name: "Em uso" }).click();
  await button("Sim").click();
  await page.getByRole("menuitem", { name: "Não" }).click();
  await desk.text("partner-ipe-do-vale.png").waitFor({ state: "hidden" });
  await openFile("fachada.png");
  await dialog().getByRole("button", { name: "Excluir" }).click();
  await expectNoEnglish(page);
  await button("Sim, excluir 1 arquivo").click();
  await expect.poll(() => fetchOne(`count(${uploaded})`), saved).toBe(0);
  await desk.text("Nada corresponde à busca.").waitFor();
});

// In its own markup: a picture of a checkbox, whose card takes the click, and details in pale grey.
const ofThePlugin = ["[data-ui=Checkbox]", "[data-ui=Text] > span > span"];

test("an image in use says where, and is not deleted; the library names what it shows", async () => {
  const { desk } = studio;
  await openLibrary();
  const list = { within: "[class*='UploadContainer']", without: ofThePlugin };
  expect(await findAxeViolations(desk.page, list)).toEqual([]);
  await openFile("partner-ipe-do-vale.png");
  const details = { within: "[role=dialog]", without: ofThePlugin };
  expect(await findAxeViolations(desk.page, details)).toEqual([]);
  await dialog().getByRole("tab", { name: "Usado em (1)" }).click();
  await dialog().getByText("Ipê do Vale").waitFor();
  await dialog().getByRole("button", { name: "Excluir" }).click();
  await button("Sim, excluir 1 arquivo").click();
  await desk.text("Não foi possível excluir 1 arquivo").waitFor();
  expect(await fetchOne('count(*[originalFilename == "partner-ipe-do-vale.png"])')).toBe(1);
});

test("an image for a field is chosen in the library", async () => {
  const { desk } = studio;
  const { page } = desk;
  const logo = '*[_id == "drafts.partner-ipe-do-vale"][0].logo.asset->originalFilename';
  await desk.open("structure/orderable-partner;partner-ipe-do-vale");
  await page.getByTestId("options-menu-button").first().click();
  await page.getByRole("menuitem", { name: "Selecionar" }).click();
  await desk.text("Escolha um arquivo").waitFor();
  await expectNoEnglish(page);
  await page.getByAltText("partner-chave-e-lar.png").click();
  await expect.poll(() => fetchOne(logo), saved).toBe("partner-chave-e-lar.png");
});

/** What the logos of the carousel say, in its order; a loop that has turned shows them turned. */
function logosInCarousel(page: Page): Promise<string[]> {
  return page.locator(".carousel img").evaluateAll((images) => {
    const place = (image: Element) =>
      Number(image.closest<HTMLElement>("li")?.dataset["swiperSlideIndex"] ?? 0);
    return images
      .toSorted((one, other) => place(one) - place(other))
      .map((image) => image.getAttribute("alt") ?? "");
  });
}

const textsOf = (code: string) =>
  [...code.matchAll(/["'`]([^"'`$]+)["'`]/g)].map(([, text]) => text);

/** What the library would say in English, but for words that are Portuguese as well. */
const englishTexts = new Set(
  mediaLibraryFiles
    .flatMap(({ replacements }) => replacements)
    .flatMap(([english, portuguese]) => {
      const ours = textsOf(portuguese);
      return textsOf(english).filter((text) => !ours.includes(text));
    }),
);

/** Fails on any text, label or hint on the page that the library has in English. */
async function expectNoEnglish(page: Page): Promise<void> {
  const read = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? "");
    const labels = ["aria-label", "placeholder", "title", "alt"].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map(
        (element) => element.getAttribute(name) ?? "",
      ),
    );
    return [...texts, ...labels];
  });
  expect(read.map((text) => text.trim()).filter((text) => englishTexts.has(text))).toEqual([]);
}
