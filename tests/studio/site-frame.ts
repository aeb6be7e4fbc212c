import { expect } from "vitest";
import type { StudioSession } from "./run-studio.ts";

/** Returns functions that open and read the preview of the site inside the studio. */
export function siteFrame(studio: StudioSession) {
  const frame = () => studio.desk.page.frameLocator("iframe");
  const heading = () => frame().getByRole("heading", { level: 1 });
  return {
    frame,
    heading,
    /** Opens a page of the site in the frame and clicks its heading until the studio shows the heading's field. */
    async open(path: string, fieldOfHeading: string): Promise<void> {
      const { desk } = studio;
      await desk.goTo(`presentation?preview=${encodeURIComponent(path)}`);
      // The test checks the studio's URL, because the studio may show the heading's field even before the click.
      const opensField = (url: URL) => url.pathname.endsWith(`/${fieldOfHeading}`);
      await expect
        .poll(
          async () => {
            await heading().click();
            // The next click must wait, because a second click would make the studio leave the heading's field again.
            await desk.page.waitForURL(opensField, { timeout: 5_000 }).catch(() => {});
            return opensField(new URL(desk.page.url()));
          },
          // The studio and its frame need time to connect with each other.
          { timeout: 60_000 },
        )
        .toBe(true);
      await desk.field(fieldOfHeading).getByRole("textbox").waitFor();
    },
  };
}
