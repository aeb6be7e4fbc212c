import { mkdir, rm } from "node:fs/promises";
import sharp from "sharp";
import { startContentPart } from "../../scripts/stack/content-part.ts";
import { buildSite } from "../../scripts/build/build-site.ts";
import { launchBrowser, openContext } from "../support/pages/browser.ts";
import { startContentStack } from "../support/stacks/content-stack.ts";
import { openStudioDesk } from "../studio/studio-desk.ts";
import { guideScreens } from "./guide-screens.ts";

const directory = "docs/images/guia";
/** Width of the images in pixels. At this width, the texts in an image stay readable on a page of the guide. */
const WIDTH = 1000;

/** Replaces the images of the editor's guide with new ones, taken in a studio with the seed's content. */
export async function takeGuideScreens(): Promise<void> {
  await buildSite();
  const stack = await startContentStack({ prepareData: importSeed });
  const browser = await launchBrowser();
  try {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    const context = await openContext(browser, { width: 1360, height: 860 });
    const desk = await openStudioDesk(context, stack.studioUrl);
    for (const { name, act } of guideScreens) {
      await act(desk, stack);
      await desk.page.waitForTimeout(1_500);
      await sharp(await desk.page.screenshot())
        .resize({ width: WIDTH })
        .webp({ quality: 60, effort: 6 })
        .toFile(`${directory}/${name}.webp`);
      console.info(name);
    }
  } finally {
    await browser.close();
    await stack.close();
  }
}

async function importSeed(dataDirectory: string): Promise<void> {
  const { lake } = await startContentPart({ port: 0, dataDirectory, studioOrigins: [] });
  await lake.close();
}
