import { type BrowserContext, type Locator, type Request, expect } from "@playwright/test";
import { type Visit, openPage } from "../support/pages/browser.ts";
import { findAxeViolations } from "../support/pages/check-accessibility.ts";

const expectedErrors = [
  // When a busy studio is late with what its overlay asks for besides.
  /^\[@sanity\/visual-editing\]:? (?:Failed to fetch shared state|Package version mismatch)/,
  // When a page is left while its frame still asks for something.
  /^Failed to fetch$/,
  // When a frame is left that the studio still calls.
  /^\[@sanity\/comlink\] Received no response to message '(?:comlink\/heartbeat|presentation\/(?:snapshot-event|preview-snapshots))'/,
  // When a busy machine lets the studio wait for the content that it validates with.
  /^Custom validator at \S+ has taken more than 5000ms to respond/,
  // The studio tries, without doing it, what a release allows in its state.
  /status of 409 .*\/data\/actions\/production\?tag=sanity\.studio\)$/,
  // The deletion of an image that is in use is asked for, and refused.
  /status of 409 .*\/data\/mutate\/production\?tag=sanity\.studio/,
  // When a page is left while the studio tells others who is there.
  /^WebSocket is already in CLOSING or CLOSED state/,
  // When the frame gets its width after the page in it has chosen which image to load first.
  /was preloaded using link preload but not used/,
  // When `sanity dev` finds more to bundle while its first page loads, which it then loads anew.
  /status of 504 \(Outdated Optimize Dep\)/,
];

export interface StudioDesk extends Visit {
  /** Opens a path of the studio, such as `structure/siteSettings`. */
  open(path: string): Promise<void>;
  /** Opens a path of the studio as a link in it does, whatever is open. */
  goTo(path: string): Promise<void>;
  /** Signs out and leaves the studio, as the next one wants to find it. */
  leave(): Promise<void>;
  /** A field of the open document by its path, such as `hero.title`. */
  field(path: string): Locator;
  /** Replaces the text of a field once the studio lets it be edited. */
  write(path: string, text: string): Promise<void>;
  /** A text an editor sees; tooltips that are not open do not count. */
  text(text: string): Locator;
  /** The button that publishes the open document. */
  publishButton: Locator;
  /** Publishes the open document and waits until the content API has answered. */
  publish(): Promise<void>;
  /** Chooses an entry of the menu beside the publish button. */
  chooseAction(name: string): Promise<void>;
  /** What the menu beside the publish button offers. */
  actionNames(): Promise<string[]>;
}

/** Opens the studio for an editor; `context` should be wide, and may have opened it before. */
export async function openStudioDesk(
  context: BrowserContext,
  studioUrl: string,
): Promise<StudioDesk> {
  const visit = await openPage(context, { expectedErrors });
  const { page } = visit;
  page.setDefaultTimeout(60_000);
  // What moves is drawn again and again, and waited for.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const field = (path: string) => page.getByTestId(`field-${path}`).first();
  // A document that is open in two panes has one in each.
  const publishButton = page.getByRole("button", { name: "Publicar", exact: true }).first();
  const menu = page.getByRole("menuitem");
  // The head of a narrow pane has one of the same name while it measures itself.
  const menuButton = page.getByTestId("pane-footer").getByTestId("action-menu-button");

  const isInStudio = () => page.url().startsWith(studioUrl);
  async function goTo(path: string): Promise<void> {
    if (!isInStudio()) {
      await page.goto(`${studioUrl}/${path}`);
      return;
    }
    // As the studio's own links do: loading it anew takes seconds.
    await page.evaluate((address) => {
      history.pushState(null, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/${path}`);
  }

  return {
    ...visit,
    field,
    publishButton,
    text: (text) => page.getByText(text).filter({ visible: true }).first(),
    goTo,
    async open(path) {
      if (isInStudio()) {
        // What was open before is gone when the next one comes.
        await goTo("structure");
        await page.getByTestId("document-pane").first().waitFor({ state: "detached" });
      }
      await goTo(path);
      await page.getByTestId("structure-tool-list-pane").first().waitFor();
    },
    async leave() {
      if (!isInStudio()) return;
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await context.clearCookies();
      await page.goto("about:blank");
    },
    async write(path, text) {
      // The form shows its content before the connection that saves edits is there.
      const input = field(path).locator(
        ":is(input, textarea):not([readonly]):not([disabled]):not([type=file])",
      );
      await input.first().fill(text);
      await input.first().blur();
    },
    async publish() {
      const sent: Request[] = [];
      const note = (request: Request) => {
        if (isPublication(request)) sent.push(request);
      };
      page.on("request", note);
      // The studio drops a click that comes while it still takes in the last edit, and a busy
      // one takes seconds to act on a click that it did not drop.
      await expect
        .poll(
          async () => {
            if (sent.length > 0) return sent.length;
            const sending = page
              .waitForRequest(isPublication, { timeout: 10_000 })
              .catch(() => undefined);
            const isClicked = await succeeds(publishButton.click({ timeout: 2_000 }));
            // A second click would publish a second time, which is refused.
            if (isClicked) await sending;
            return sent.length;
          },
          { timeout: 60_000, intervals: [1_000] },
        )
        .toBeGreaterThan(0);
      page.off("request", note);
      await sent[0]?.response();
    },
    async chooseAction(name) {
      await menuButton.click();
      await menu.filter({ hasText: name }).click();
    },
    async actionNames() {
      await menuButton.click();
      await menu.first().waitFor();
      const names = await menu.allInnerTexts();
      await page.keyboard.press("Escape");
      return names.map((name) => name.split("\n")[0] ?? "");
    },
  };
}

function isPublication(request: Request): boolean {
  return request.postData()?.includes("sanity.action.document.publish") ?? false;
}

/** Whether what was tried came about, such as a click before its time was over. */
export const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

/** Clicks, as the studio drops clicks that come while it still takes in the last edit, until `isDone`. */
async function clickUntil(button: Locator, isDone: () => Promise<boolean>): Promise<void> {
  const attempt = async () => {
    if (!(await isDone())) await button.click({ timeout: 2_000 }).catch(() => {});
    return isDone();
  };
  await expect.poll(attempt, { timeout: 90_000, intervals: [1_000] }).toBe(true);
}

/** Signs out of the account that a desk begins with, and in with one that may not do everything. */
export async function signInAsEditor({ page }: StudioDesk): Promise<void> {
  await page.locator("#user-menu").click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await page.getByText("Edição local").click();
}

/** Has the studio ask before it publishes the open legal text as the version that it names. */
export async function askForVersion(
  { page, publishButton }: StudioDesk,
  named: string,
): Promise<void> {
  const question = page.getByText(named);
  await expect
    .poll(
      async () => {
        await publishButton.click({ timeout: 2_000 }).catch(() => {});
        // A second click on the question would close it.
        return succeeds(question.waitFor({ timeout: 10_000 }));
      },
      { timeout: 90_000 },
    )
    .toBe(true);
}

/** Fails on any rule of accessibility that a part of the open page breaks, wide or narrow. */
export async function expectAccessible({ page }: StudioDesk, within: string): Promise<void> {
  const problems: string[] = [];
  // It is left as wide as it was.
  for (const width of [360, 1500]) {
    await page.setViewportSize({ width, height: 1100 });
    await page.locator(within).first().waitFor();
    const found = await findAxeViolations(page, { within });
    problems.push(...found.map((problem) => `${width} px: ${problem}`));
  }
  expect(problems).toEqual([]);
}

/**
 * Gives the open document another path and publishes it with this answer to the question what
 * becomes of the old one; `prepare` fills in more of the answer first.
 */
export async function renamePath(
  { page, publishButton, write }: StudioDesk,
  slug: string,
  answer: string,
  prepare?: () => Promise<void>,
): Promise<void> {
  await write("slug", slug);
  const dialog = page.getByRole("dialog");
  await clickUntil(publishButton, () => dialog.getByText(`/${slug}`).first().isVisible());
  await prepare?.();
  await clickUntil(dialog.getByRole("button", { name: answer }), () => dialog.isHidden());
}
