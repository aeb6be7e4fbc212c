import type { Page } from "@playwright/test";
import { expect, test } from "vitest";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();

const partnerLogos = "*[_type == 'partner'] | order(orderRank).logo.alt";
const partnerNames = "*[_type == 'partner'] | order(orderRank).name";

test("partners are put in another order with the keyboard, and visitors see it", async () => {
  const { desk, stack } = studio;
  const before = await stack.visitor.fetch<string[]>(partnerNames);
  const home = await studio.openSite("/");
  const [first = "", second = "", third = "", last = ""] = before;
  await desk.open("structure/orderable-partner");
  const { page } = desk;
  await desk.text(last).waitFor();
  await page.locator("[data-rfd-drag-handle-draggable-id]").last().focus();
  for (const key of ["Space", "ArrowUp", "Space"]) {
    await page.keyboard.press(key);
    // The list animates each move and ignores keys meanwhile.
    await page.waitForTimeout(400);
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
