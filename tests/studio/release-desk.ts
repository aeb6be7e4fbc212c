import type { Locator } from "@playwright/test";
import { expect } from "vitest";
import type { StudioSession } from "./run-studio.ts";
import { succeeds } from "./studio-desk.ts";

const newestRelease = '*[_type == "system.release"] | order(_createdAt desc)[0]';
// Timeout of a save, which is long because the studio saves only some moments after the last key press.
const saved = { timeout: 60_000 };

/** Returns functions that create, fill, schedule and publish Sanity releases as an editor does. */
export function releaseDesk(studio: StudioSession) {
  const stateOfRelease = () => studio.stack.editor.fetch<string>(`${newestRelease}.state`);

  async function openReleases(path = ""): Promise<void> {
    await studio.desk.goTo(`releases${path}`);
  }

  return {
    stateOfRelease,
    openReleases,

    /** Creates a Sanity release in the studio and returns the name of the release. */
    async createRelease(title: string): Promise<string> {
      const { page } = studio.desk;
      await openReleases();
      const dialog = page.getByRole("dialog");
      const create = dialog.getByRole("button", { name: "Criar lançamento" });
      // A busy studio may close the dialog when the list of releases arrives late. The test then opens the dialog
      // again.
      await expect
        .poll(async () => {
          await page.getByRole("button", { name: "Novo lançamento" }).first().click();
          await dialog.getByRole("textbox").first().fill(title, { timeout: 5_000 });
          return succeeds(create.click({ timeout: 5_000 }));
        }, saved)
        .toBe(true);
      await dialog.waitFor({ state: "hidden" });
      const found = () => studio.stack.editor.fetch<string>(`${newestRelease}.metadata.title`);
      await expect.poll(found, saved).toBe(title);
      const name = await studio.stack.editor.fetch<string>(`${newestRelease}.name`);
      // The studio opens the new release with a delay. Without this wait, the release would replace the page that the
      // test opens next.
      await page.waitForURL((url) => url.pathname.endsWith(`/releases/${name}`));
      return name;
    },

    /** Opens a document and adds the document to a Sanity release. */
    async addToRelease(path: string, release: string): Promise<void> {
      const { desk } = studio;
      await desk.goTo(`structure/${path}?perspective=${release}`);
      const add = desk.page.getByRole("button", { name: /^Adicionar ao/ }).first();
      await add.click();
      // The test waits until the release contains the document. Text that is typed earlier would be lost.
      const versions = `count(*[_id in path("versions.${release}.*")])`;
      await expect.poll(() => studio.stack.editor.fetch<number>(versions), saved).toBe(1);
      await add.waitFor({ state: "hidden" });
    },

    /** Chooses an entry of the release menu and returns the dialog that asks for confirmation. */
    async chooseInReleaseMenu(name: string): Promise<Locator> {
      const { page } = studio.desk;
      const question = page.getByRole("dialog");
      // The entry stays disabled until the studio has checked the release.
      const item = page.getByRole("menuitem", { name }).and(page.locator(":enabled"));
      // The dialog of the former choice may still be open, because the studio closes it with a delay.
      await question.waitFor({ state: "hidden" });
      await expect
        .poll(async () => {
          if (await question.isVisible()) return true;
          if (!(await page.getByRole("menu").isVisible())) {
            await page.getByTestId("release-menu-button").click();
          }
          // An event of the content API may close the menu before the click. The click then fails and is repeated.
          await item.click({ timeout: 5_000 }).catch(() => {});
          return succeeds(question.waitFor({ timeout: 5_000 }));
        }, saved)
        .toBe(true);
      return question;
    },

    /** Publishes the Sanity release that is open in the studio. */
    async publishRelease(): Promise<void> {
      const { page } = studio.desk;
      await page.getByRole("button", { name: "Publicar lançamento" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Publicar lançamento" }).click();
    },
  };
}
