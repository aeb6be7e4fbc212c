// @module-tag full
import type { Browser, BrowserContext } from "@playwright/test";
import { afterAll, expect, test } from "vitest";
import { localProject } from "../../scripts/stack/content-part.ts";
import { startDevStudio } from "../../studio/build/dev-studio.ts";
import { findFreePort } from "../../supabase/local/process/ports.ts";
import { openContext } from "../support/pages/browser.ts";
import { type SeededLake, startSeededLake } from "../support/stacks/seeded-lake.ts";
import { worker } from "../support/runner/worker.ts";
import { openStudioDesk } from "./studio-desk.ts";

type DevStudio = Awaited<ReturnType<typeof startDevStudio>>;

// Timeout of the first start of `sanity dev`, which is slow because all modules are bundled first.
const patience = 180_000;
const started: {
  browser?: Browser;
  context?: BrowserContext;
  lake?: SeededLake;
  studio?: DevStudio;
} = {};

worker.beforeAll(({ browser }) => {
  started.browser = browser;
});

afterAll(async () => {
  // The page is closed before the server stops, because a page without its server prints errors.
  await started.context?.close();
  await started.studio?.close();
  await started.lake?.close();
});

test(
  "the studio of `npm run dev` opens a document without requests to outside hosts",
  { timeout: 2 * patience },
  async () => {
    if (!started.browser) throw new Error("There is no browser");
    const port = await findFreePort();
    const lake = await startSeededLake({ studioOrigins: [`http://localhost:${port}`] });
    started.lake = lake;
    started.studio = await startDevStudio({ ...localProject, port, contentApiHost: lake.url });
    const context = await openContext(started.browser);
    started.context = context;
    const desk = await openStudioDesk(context, started.studio.url);
    desk.page.setDefaultTimeout(patience);
    await desk.open("structure/paginas;aboutPage");
    await desk.field("hero.title").waitFor();
    expect(await desk.page.locator("html").getAttribute("lang")).toBe("pt-BR");
    expect([...desk.outsideHosts]).toEqual([]);
    expect(desk.unexpectedErrors).toEqual([]);
  },
);
