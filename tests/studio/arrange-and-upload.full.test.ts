// @module-tag full
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "vitest";
import { mayPrint } from "../support/runner/printed-problems.ts";
import { runStudio } from "./run-studio.ts";
import { expectAccessible } from "./studio-desk.ts";

const studio = runStudio();

// Timeout of a save, which is long because the studio saves only some moments after the last key press.
const saved = { timeout: 60_000 };
const partnerLogos = "*[_type == 'partner'] | order(orderRank).logo.alt";
const partnerNames = "*[_type == 'partner'] | order(orderRank).name";

const fetchOne = (query: string) => studio.stack.editor.fetch<unknown>(query);
const button = (name: string) => studio.desk.page.getByRole("button", { name, exact: true });

test("an editor reorders partners with the keyboard, and visitors see the new order", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const before = await stack.visitor.fetch<string[]>(partnerNames);
  const home = await studio.openSite("/");
  const [first = "", second = "", third = "", last = ""] = before;
  await desk.open("structure/orderable-partner");
  await desk.text(last).waitFor();
  await page.locator("[data-rfd-drag-handle-draggable-id]").last().focus();
  // Returns the list's text for screen readers. The list accepts the next key only after this text has changed.
  const announced = () => page.locator("[id^=rfd-announcement]").first().textContent();
  for (const key of ["Space", "ArrowUp", "Space"]) {
    const earlier = await announced();
    await page.keyboard.press(key);
    await expect.poll(announced, saved).not.toBe(earlier);
  }
  await desk.text("Nova ordem salva e publicada").waitFor();
  expect(await stack.visitor.fetch(partnerNames)).toEqual([first, second, last, third]);
  await expect
    .poll(() => logosInCarousel(home))
    .toEqual(await stack.visitor.fetch<string[]>(partnerLogos));
});
test("an editor uploads a logo, whose description is required before publishing", async () => {
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
  await expect.poll(() => desk.publishButton.isEnabled(), saved).toBe(false);
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

const uploaded = '*[_type == "sanity.imageAsset" && originalFilename match "fachada*"]';
const hasFocus = (element: Locator) =>
  element.evaluate((found) => found === document.activeElement).catch(() => false);
const row = (name: string) => studio.desk.page.getByRole("listitem").filter({ hasText: name });

/**
 * Uploads an image of this height through the API, in the role of another person. Returns the image's id. Each image
 * needs another height, because images with equal bytes are stored only once.
 */
async function sendImage(filename: string, height: number): Promise<string> {
  const create = { width: 40, height, channels: 3, background: "#0a5a4f" } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  const { _id: id } = await studio.stack.editor.assets.upload("image", buffer, { filename });
  return id;
}

test("the image pane shows where each image is used and deletes unused ones with the keyboard", async () => {
  const { desk } = studio;
  const { page } = desk;
  await desk.open("structure/imagens");
  await row("partner-ipe-do-vale.png")
    .getByRole("link", { name: /^Parceiro: Ipê do Vale/ })
    .waitFor();
  await page.getByLabel("Só as sem uso (0)").check();
  await desk.text("Nenhuma: todas as imagens aparecem em algum documento.").waitFor();

  await sendImage("fachada-norte.png", 30);
  await sendImage("fachada-sul.png", 31);
  await sendImage("fachada-leste.png", 32);
  // The images that were uploaded through the API appear without a reload.
  await page.getByLabel("Só as sem uso (3)").waitFor();
  expect(await row("partner-ipe-do-vale.png").count()).toBe(0);
  await expectAccessible(desk, "[data-testid=images-pane]");

  for (const name of ["fachada-norte.png", "fachada-sul.png"]) {
    await page.getByLabel(`Escolher ${name}, para excluir`).focus();
    await page.keyboard.press("Space");
  }
  const ask = button("Excluir 2 imagens");
  await ask.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("fachada-sul.png, fachada-norte.png").waitFor();
  await expectAccessible(desk, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect.poll(() => hasFocus(ask)).toBe(true);
  await page.keyboard.press("Enter");
  await button("Sim, excluir 2 imagens").focus();
  await page.keyboard.press("Enter");
  const outcome = page.getByRole("status").filter({ hasText: "2 imagens foram excluídas." });
  await expect.poll(() => hasFocus(outcome)).toBe(true);
  await page.getByLabel("Só as sem uso (1)").waitFor();
  expect(await fetchOne(`${uploaded}.originalFilename`)).toEqual(["fachada-leste.png"]);
});

/** Returns true when an HTTP request is a query of the image pane to the content API. */
const asksForImages = (url: URL) =>
  url.pathname.includes("/data/query/") &&
  url.searchParams.get("query")?.includes("usedIn") === true;

test("an image that a draft uses meanwhile is kept, and leaves the list when that is known", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const asset = await sendImage("sede.png", 33);
  await desk.open("structure/imagens");
  const choice = page.getByLabel("Escolher sede.png, para excluir");
  await choice.check();
  await button("Excluir 1 imagem").click();
  // The image pane's requests get no answer from here on, so the pane does not notice that the draft uses the image.
  await page.route(asksForImages, () => {});
  await stack.editor.create({
    _id: "drafts.late",
    _type: "partner",
    name: "Tarde demais",
    logo: { _type: "imageWithAlt", asset: { _type: "reference", _ref: asset } },
  });
  await button("Sim, excluir 1 imagem").click();
  const alert = page.getByRole("alert");
  await alert.getByText("porque um documento passou a mostrar: sede.png").waitFor();
  expect(await stack.editor.getDocument(asset)).toBeDefined();

  await page.unrouteAll();
  await desk.open("structure/imagens");
  await row("sede.png").getByRole("link", { name: "Parceiro: Tarde demais" }).waitFor();
  expect(await choice.count()).toBe(0);
  expect(await button("Excluir").isDisabled()).toBe(true);
});

test("the image pane reports a failed read and repeats it on request", async () => {
  const { desk } = studio;
  const { page } = desk;
  const refused = /status of 400 .*usedIn/;
  mayPrint(refused);
  await page.route(asksForImages, (route) => route.fulfill({ status: 400, json: { error: {} } }));
  await desk.open("structure/imagens");
  await page.getByRole("alert").getByText("Não foi possível ler as imagens.").waitFor();
  await expectAccessible(desk, "[data-testid=images-pane]");
  await page.unrouteAll();
  await button("Tentar de novo").click();
  await row("partner-ipe-do-vale.png").waitFor();
  // Only the expected error may occur. `splice` removes all errors from the list, because any remaining error fails the
  // test.
  expect(desk.unexpectedErrors.splice(0).every((error) => refused.test(error))).toBe(true);
});

async function offerImages(source: string): Promise<void> {
  const { desk } = studio;
  const { page } = desk;
  await desk.open("structure/orderable-partner;partner-ipe-do-vale");
  await page.getByTestId("options-menu-button").first().click();
  await page.getByRole("menuitem", { name: source }).click();
}

test("an image for a field is found by its name, or by sight among all", async () => {
  const { desk } = studio;
  const { page } = desk;
  const logo = '*[_id == "drafts.partner-ipe-do-vale"][0].logo.asset->originalFilename';
  await offerImages("Procurar pelo nome");
  await expectAccessible(desk, "[role=dialog]");
  await page.getByRole("dialog").getByLabel("Procurar imagens").fill("chave lar");
  await button("Usar partner-chave-e-lar.png").click();
  await expect.poll(() => fetchOne(logo), saved).toBe("partner-chave-e-lar.png");

  await offerImages("Ver todas as imagens");
  await page.getByRole("dialog").getByAltText("partner-horizonte-claro.png").click();
  await expect.poll(() => fetchOne(logo), saved).toBe("partner-horizonte-claro.png");
});

/** Returns the alternative texts of the carousel's logos in their original order, even when the carousel has moved. */
function logosInCarousel(page: Page): Promise<string[]> {
  return page.locator(".carousel img").evaluateAll((images) => {
    const place = (image: Element) =>
      Number(image.closest<HTMLElement>("li")?.dataset["swiperSlideIndex"] ?? 0);
    return images
      .toSorted((one, other) => place(one) - place(other))
      .map((image) => image.getAttribute("alt") ?? "");
  });
}
