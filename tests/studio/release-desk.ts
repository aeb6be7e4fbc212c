import type { Locator } from "@playwright/test";
import { expect } from "vitest";
import type { StudioSession } from "./run-studio.ts";
import { succeeds } from "./studio-desk.ts";

const newestRelease = '*[_type == "system.release"] | order(_createdAt desc)[0]';
// The studio saves some moments after the last key.
const saved = { timeout: 60_000 };

/** Releases as an editor makes, fills, schedules and publishes them. */
export function releaseDesk(studio: StudioSession) {
  const stateOfRelease = () => studio.stack.editor.fetch<string>(`${newestRelease}.state`);

  async function openReleases(path = ""): Promise<void> {
    await studio.desk.goTo(`releases${path}`);
  }

  return {
    stateOfRelease,
    openReleases,

    /** Creates a release in the studio; gives its name. */
    async createRelease(title: string): Promise<string> {
      const { page } = studio.desk;
      await openReleases();
      const dialog = page.getByRole("dialog");
      const create = dialog.getByRole("button", { name: "Criar lançamento" });
      // A busy studio may close the dialog once more while it still loads the list behind it.
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
      // The studio opens it in its own time, which would take away what is opened before.
      await page.waitForURL((url) => url.pathname.endsWith(`/releases/${name}`));
      return name;
    },

    /** Opens a document in a release and puts it in there. */
    async addToRelease(path: string, release: string): Promise<void> {
      const { desk } = studio;
      await desk.goTo(`structure/${path}?perspective=${release}`);
      const add = desk.page.getByRole("button", { name: /^Adicionar ao/ }).first();
      await add.click();
      // What is typed before the studio knows its version is out of step with it.
      const versions = `count(*[_id in path("versions.${release}.*")])`;
      await expect.poll(() => studio.stack.editor.fetch<number>(versions), saved).toBe(1);
      await add.waitFor({ state: "hidden" });
    },

    /** Chooses what asks before it does something; gives what asks. */
    async chooseInReleaseMenu(name: string): Promise<Locator> {
      const { page } = studio.desk;
      const question = page.getByRole("dialog");
      // Nothing is possible until the studio has checked what is in the release.
      const item = page.getByRole("menuitem", { name }).and(page.locator(":enabled"));
      await expect
        .poll(async () => {
          if (await question.isVisible()) return true;
          if (!(await page.getByRole("menu").isVisible())) {
            await page.getByTestId("release-menu-button").click();
          }
          // What the content API tells meanwhile may close the menu, and nothing was chosen.
          await item.click({ timeout: 5_000 }).catch(() => {});
          return succeeds(question.waitFor({ timeout: 5_000 }));
        }, saved)
        .toBe(true);
      return question;
    },

    /** Publishes the release that is open. */
    async publishRelease(): Promise<void> {
      const { page } = studio.desk;
      await page.getByRole("button", { name: "Publicar lançamento" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Publicar lançamento" }).click();
    },
  };
}
