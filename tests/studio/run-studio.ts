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
  /** Content Lake, which has the seed content when a file begins, the studio and the site. */
  readonly stack: ContentStack;
  /** The studio in front of an administrator, who does one thing after the other. */
  readonly desk: StudioDesk;
  /** Supabase, which reads this content and sends the studio's test mails; where it was asked for. */
  readonly backend: TestStack;
  /** For whoever wants a desk of their own. */
  readonly browser: Browser;
  /** Opens a page of the site for a visitor, who keeps it open and never loads it again. */
  openSite(path: string): Promise<Page>;
}

interface SharedStudio {
  browser: Browser;
  stack: ContentStack;
  desk: StudioDesk;
  /** Whether a file has used it, which leaves its content behind. */
  isUsed: boolean;
}

/** One stack and one desk for all files of a worker: loading a studio takes longer than using it. */
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
 * Runs the studio for the tests of a file. Read its parts inside of a test, not before. A test
 * fails when the studio prints an unexpected error, or a page of the site does or is loaded anew.
 */
export function runStudio({ withBackend = false } = {}): StudioSession {
  // A busy machine takes long to open the studio; what is asserted does not depend on it.
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
