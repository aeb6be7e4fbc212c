import type { Browser } from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { type ContentStack, startContentStack } from "../support/content-stack.ts";
import { type StudioDesk, openStudioDesk } from "./studio-desk.ts";

export interface StudioSession {
  /** Content Lake with the seed content, and the studio; one per test file. */
  readonly stack: ContentStack;
  /** The studio in front of an editor; a new one per test. */
  readonly desk: StudioDesk;
}

/**
 * Runs the studio for the tests of a file. Read its parts inside of a test, not before. A test
 * fails when the studio prints an unexpected error.
 */
export function runStudio(): StudioSession {
  // A busy machine takes long to open the studio; what is asserted does not depend on it.
  vi.setConfig({ testTimeout: 180_000 });
  let stack: ContentStack | undefined;
  let browser: Browser | undefined;
  let desk: StudioDesk | undefined;

  beforeAll(async () => {
    stack = await startContentStack();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.close();
  });

  beforeEach(async () => {
    if (browser && stack) desk = await openStudioDesk(browser, stack.studioUrl);
  });

  afterEach(async () => {
    const errors = desk?.unexpectedErrors ?? [];
    await desk?.close();
    if (errors.length > 0) throw new Error(`The studio printed errors:\n${errors.join("\n")}`);
  });

  return {
    get stack() {
      if (!stack) throw new Error("The studio runs only during the tests");
      return stack;
    },
    get desk() {
      if (!desk) throw new Error("The studio runs only during the tests");
      return desk;
    },
  };
}
