import type { Browser, Page } from "@playwright/test";
import { afterAll, afterEach, vi } from "vitest";
import { localProject } from "../../scripts/stack/content-part.ts";
import { startTestStack, type TestStack } from "../functions/test-stack.ts";
import { openContext } from "../support/pages/browser.ts";
import { type ContentStack, startContentStack } from "../support/stacks/content-stack.ts";
import { type ListeningPage, openListeningPage } from "../support/pages/listening-page.ts";
import { worker } from "../support/runner/worker.ts";
import { type StudioDesk, openStudioDesk } from "./studio-desk.ts";

export interface StudioSession {
  /** Content API, studio and site. Each test file starts with the seed content. */
  readonly stack: ContentStack;
  /** Studio with a signed-in administrator. All tests of a file use this page, so they must not run in parallel. */
  readonly desk: StudioDesk;
  /**
   * Supabase that reads the content of `stack` and sends the studio's test mails. Exists only with `withBackend: true`.
   */
  readonly backend: TestStack;
  /** Browser for test files that need a second studio page. */
  readonly browser: Browser;
  /** Opens a page of the site that stays open during a test. The test fails when this page reloads. */
  openSite(path: string): Promise<Page>;
}

interface SharedStudio {
  browser: Browser;
  stack: ContentStack;
  desk: StudioDesk;
  /** True when a test file has already used the stack. The next file must then restore the content first. */
  isUsed: boolean;
}

/**
 * All test files of a worker share one stack and one studio page, because loading a studio takes longer than a test.
 */
const withStudio = worker.extend(
  "studio",
  { scope: "worker" },
  async ({ browser }, { onCleanup }): Promise<SharedStudio> => {
    const stack = await startContentStack();
    const context = await openContext(browser, { width: 1500, height: 1100 });
    onCleanup(async () => {
      await context.close();
      await stack.close();
    });
    return { browser, stack, desk: await openStudioDesk(context, stack.studioUrl), isUsed: false };
  },
);

/**
 * Runs the studio for the tests of a file. The fields of the result may be read only inside a test. A test fails when
 * the studio prints an unexpected error, or when an open page of the site prints an error or reloads.
 */
export function runStudio({ withBackend = false } = {}): StudioSession {
  // The studio opens slowly on a busy machine, so the timeouts are long.
  vi.setConfig({ testTimeout: 300_000 });
  let running: SharedStudio | undefined;
  let backend: TestStack | undefined;
  const visited: ListeningPage[] = [];
  const parts = () => {
    if (!running) throw new Error("The studio runs only during the tests");
    return running;
  };

  withStudio.beforeAll(async ({ studio }) => {
    running = studio;
    const { stack } = studio;
    if (studio.isUsed) await stack.restoreContent();
    studio.isUsed = true;
    if (!withBackend) return;
    backend = await startTestStack({
      content: { ...localProject, apiHost: stack.contentUrl },
      studioUrl: stack.studioUrl,
    });
    await stack.useBackend(backend);
  });

  afterAll(async () => {
    await running?.desk.leave();
    if (!backend) return;
    await running?.stack.useBackend(undefined);
    await backend.stop();
  });

  afterEach(async () => {
    const errors = running?.desk.unexpectedErrors.splice(0) ?? [];
    for (const page of visited.splice(0)) await page.close();
    if (errors.length > 0) throw new Error(`The studio printed errors:\n${errors.join("\n")}`);
  });

  return {
    get browser() {
      return parts().browser;
    },
    get stack() {
      return parts().stack;
    },
    get desk() {
      return parts().desk;
    },
    get backend() {
      if (!backend) throw new Error("This studio has no backend");
      return backend;
    },
    async openSite(path) {
      const { browser, stack } = parts();
      const visit = await openListeningPage(browser, stack.siteUrl + path);
      visited.push(visit);
      return visit.page;
    },
  };
}
