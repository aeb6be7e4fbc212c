import { expect } from "@playwright/test";
import type { ContentStack } from "../support/stacks/content-stack.ts";
import type { StudioDesk } from "../studio/studio-desk.ts";

export interface GuideScreen {
  name: string;
  /** Brings the studio into the state that the image shows. */
  act(desk: StudioDesk, stack: ContentStack): Promise<void>;
}

/**
 * Images of the editor's guide. The order matters, because some images start from the state in which the previous image
 * left the studio.
 */
export const guideScreens: readonly GuideScreen[] = [
  {
    name: "mesa",
    async act(desk) {
      await desk.open("structure/paginas");
      await desk.text("Quem somos").waitFor();
    },
  },
  {
    name: "editar",
    async act(desk) {
      await desk.open("structure/paginas;aboutPage");
      await desk.write("hero.tagline", "A Payser nasceu para que ninguém dependa de fiador.");
      await desk.publishButton.and(desk.page.locator(":enabled")).waitFor();
    },
  },
  {
    name: "validacao",
    async act({ page, open, write, text }) {
      await open("structure/paginas;contactPage");
      await write("hero.title", "Fale com a gente ".repeat(8));
      await page.getByRole("button", { name: "Validação" }).click();
      await text("Use no máximo 105 caracteres").waitFor();
    },
  },
  {
    name: "link",
    async act({ page, open, field }) {
      await open("structure/paginas;tenantsPage");
      await field("hero.links").getByText("Simular Fiança").first().click();
      await page.getByRole("dialog").getByRole("radio", { name: "Lugar do site" }).waitFor();
    },
  },
  {
    name: "imagem",
    async act({ page, open, field }) {
      await page.keyboard.press("Escape");
      await open("structure/orderable-partner;partner-ipe-do-vale");
      await field("logo.alt").scrollIntoViewIfNeeded();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: "imagens",
    async act({ page, open, text }, { editor }) {
      const drawing =
        '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><rect width="240" height="80" fill="#0b4f4a"/></svg>';
      const filename = "logotipo-antigo.svg";
      await editor.assets.upload("image", Buffer.from(drawing), { filename });
      await open("structure/imagens");
      await page.getByLabel(`Escolher ${filename}, para excluir`).check();
      await text("partner-ipe-do-vale.png").waitFor();
    },
  },
  {
    name: "busca",
    async act({ page, open, write }) {
      await open("structure/paginas;landlordsPage");
      await page.getByTestId("group-tab-seo").click();
      await write("seo.title", "Locadores: resposta em {{approvalHours}} horas");
      const figure = page.getByRole("figure", { name: "No WhatsApp e nas redes" });
      await figure.scrollIntoViewIfNeeded();
      await figure.getByText("resposta em 24 horas").waitFor();
    },
  },
  {
    name: "endereco",
    async act({ page, open, write, publishButton }) {
      await open("structure/orderable-product;product-payser-card");
      await write("slug", "cartao-payser");
      const dialog = page.getByRole("dialog").getByText("/cartao-payser").first();
      await expect
        .poll(
          async () => {
            if (!(await dialog.isVisible())) {
              await publishButton.click({ timeout: 2_000 }).catch(() => {});
            }
            return dialog.isVisible();
          },
          { timeout: 60_000, intervals: [1_000] },
        )
        .toBe(true);
    },
  },
  {
    name: "produto",
    async act({ page, open, field }) {
      await page.keyboard.press("Escape");
      await open("structure/orderable-product");
      await page.getByTestId("new-document-button").click();
      await page.locator("[data-testid^='create-new']").filter({ hasText: "Produto" }).click();
      await field("hero.title").scrollIntoViewIfNeeded();
      await field("hero.tagline").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "antes-de-ir-ao-ar",
    async act({ open, text }) {
      await open("structure/provisorios");
      await text("Troque estes valores antes de colocar o site no ar.").waitFor();
    },
  },
  {
    name: "pre-visualizacao",
    async act({ page, field }, { studioUrl }) {
      await page.goto(`${studioUrl}/presentation?preview=${encodeURIComponent("/quem-somos")}`);
      await page.frameLocator("iframe").getByText("ninguém dependa de fiador").waitFor();
      await page.getByText("Carregando…").waitFor({ state: "hidden" });
      await field("hero.tagline").waitFor();
    },
  },
];
