import { type BrowserContext, type Locator, type Request, expect } from "@playwright/test";
import { type Visit, openPage } from "../support/pages/browser.ts";
import { findAxeViolations } from "../support/pages/check-accessibility.ts";

const expectedErrors = [
  // Printed when a busy studio responds late to the overlay in its frame.
  /^\[@sanity\/visual-editing\]:? (?:Failed to fetch shared state|Package version mismatch)/,
  // Printed when a page is left while its frame still sends an HTTP request.
  /^Failed to fetch$/,
  // Printed when the studio sends a message to a frame that no longer exists.
  /^\[@sanity\/comlink\] Received no response to message '(?:comlink\/heartbeat|presentation\/(?:snapshot-event|preview-snapshots))'/,
  // Printed when a busy machine slows down the requests that the studio makes for validation.
  /^Custom validator at \S+ has taken more than 5000ms to respond/,
  // Printed when the studio asks by a dry run which actions a release allows, and the API refuses the dry run.
  /status of 409 .*\/data\/actions\/production\?tag=sanity\.studio\)$/,
  // Printed when a test tries to delete an image that is in use, and the content API refuses the deletion.
  /status of 409 .*\/data\/mutate\/production\?tag=sanity\.studio/,
  // Printed when a page is left while the studio sends the message that its user is present.
  /^WebSocket is already in CLOSING or CLOSED state/,
  // Printed when the frame is resized after the browser has preloaded the first image in another size.
  /was preloaded using link preload but not used/,
  // Printed when `sanity dev` bundles more dependencies while the first page loads. The page then reloads.
  /status of 504 \(Outdated Optimize Dep\)/,
];

export interface StudioDesk extends Visit {
  /** Opens a path of the studio, such as `structure/siteSettings`. */
  open(path: string): Promise<void>;
  /** Opens a path of the studio without a reload, like a link in the studio. */
  goTo(path: string): Promise<void>;
  /** Signs out and clears what the browser stored for the studio. */
  leave(): Promise<void>;
  /** Returns the element of a field in the open document. `path` is the path of the field, such as `hero.title`. */
  field(path: string): Locator;
  /** Waits until a field can be edited, and replaces the text of the field. */
  write(path: string, text: string): Promise<void>;
  /** Returns a visible element with this text. Closed tooltips with the text are ignored. */
  text(text: string): Locator;
  /** Button that publishes the open document. */
  publishButton: Locator;
  /** Publishes the open document and waits until the content API has answered. */
  publish(): Promise<void>;
  /** Clicks an entry of the menu beside the publish button. */
  chooseAction(name: string): Promise<void>;
  /** Returns the entries of the menu beside the publish button. */
  actionNames(): Promise<string[]>;
}

/** Creates a page for the studio, without animations. `open` and `goTo` load the studio into the page. */
export async function openStudioDesk(
  context: BrowserContext,
  studioUrl: string,
): Promise<StudioDesk> {
  const visit = await openPage(context, { expectedErrors });
  const { page } = visit;
  page.setDefaultTimeout(60_000);
  // Turns off animations, because drawing animations delays each step.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const field = (path: string) => page.getByTestId(`field-${path}`).first();
  // A document can be open in two panes, each with a publish button. The first button is used.
  const publishButton = page.getByRole("button", { name: "Publicar", exact: true }).first();
  const menu = page.getByRole("menuitem");
  // This code searches only the pane's footer, because a narrow pane briefly has a second menu button at the top.
  const menuButton = page.getByTestId("pane-footer").getByTestId("action-menu-button");

  const isInStudio = () => page.url().startsWith(studioUrl);
  async function goTo(path: string): Promise<void> {
    if (!isInStudio()) {
      await page.goto(`${studioUrl}/${path}`);
      return;
    }
    // This code changes the URL without a reload, like a link in the studio. A reload would take seconds.
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
        // The start page of the studio has no open document, so the previous document closes first.
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
      // The form shows its content before the field can be edited, so this selector matches only editable elements.
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
      // Several clicks may be needed: the studio ignores clicks while it saves, and a busy studio is slow.
      await expect
        .poll(
          async () => {
            if (sent.length > 0) return sent.length;
            const sending = page
              .waitForRequest(isPublication, { timeout: 10_000 })
              .catch(() => undefined);
            const isClicked = await succeeds(publishButton.click({ timeout: 2_000 }));
            // The next click must wait for the HTTP request. A second publication of the document would be refused.
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

/** Returns true when the promise of an attempt, such as a click with a timeout, is fulfilled. */
export const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

/** Clicks until `isDone` returns true, because the studio ignores clicks while it saves the last edit. */
async function clickUntil(button: Locator, isDone: () => Promise<boolean>): Promise<void> {
  const attempt = async () => {
    if (!(await isDone())) await button.click({ timeout: 2_000 }).catch(() => {});
    return isDone();
  };
  await expect.poll(attempt, { timeout: 90_000, intervals: [1_000] }).toBe(true);
}

/** Signs out the administrator and signs in an editor, who may change fewer documents. */
export async function signInAsEditor({ page }: StudioDesk): Promise<void> {
  await page.locator("#user-menu").click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await page.getByText("Edição local").click();
}

/**
 * Clicks the publish button of a legal text until the studio asks about the new version of the text. `named` is a text
 * in this dialog.
 */
export async function askForVersion(
  { page, publishButton }: StudioDesk,
  named: string,
): Promise<void> {
  const question = page.getByText(named);
  await expect
    .poll(
      async () => {
        await publishButton.click({ timeout: 2_000 }).catch(() => {});
        // The next click must wait, because a second click on the button would close the dialog.
        return succeeds(question.waitFor({ timeout: 10_000 }));
      },
      { timeout: 90_000 },
    )
    .toBe(true);
}

/** Fails when a part of the open page breaks an accessibility rule in a narrow or in a wide window. */
export async function expectAccessible({ page }: StudioDesk, within: string): Promise<void> {
  const problems: string[] = [];
  // The last width is the studio's usual width, because later steps need the usual window.
  for (const width of [360, 1500]) {
    await page.setViewportSize({ width, height: 1100 });
    await page.locator(within).first().waitFor();
    const found = await findAxeViolations(page, { within });
    problems.push(...found.map((problem) => `${width} px: ${problem}`));
  }
  expect(problems).toEqual([]);
}

/**
 * Changes the path of the open document and publishes the document. `answer` names the button that decides whether the
 * old path redirects to the new one. `prepare` runs before the click on this button.
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
