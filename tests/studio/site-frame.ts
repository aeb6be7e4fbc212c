import { expect } from "vitest";
import type { StudioSession } from "./run-studio.ts";

/** The site in the frame of the studio, as an editor uses it. */
export function siteFrame(studio: StudioSession) {
  const frame = () => studio.desk.page.frameLocator("iframe");
  const heading = () => frame().getByRole("heading", { level: 1 });
  return {
    frame,
    heading,
    /** Opens a page of the site in the frame, once a click there opens fields. */
    async open(path: string, fieldOfHeading: string): Promise<void> {
      const { desk } = studio;
      await desk.goTo(`presentation?preview=${encodeURIComponent(path)}`);
      // The address tells: a page opens its document, and so the field, without any click.
      const opensField = (url: URL) => url.pathname.endsWith(`/${fieldOfHeading}`);
      await expect
        .poll(
          async () => {
            await heading().click();
            // A second click on what is open would leave it.
            await desk.page.waitForURL(opensField, { timeout: 5_000 }).catch(() => {});
            return opensField(new URL(desk.page.url()));
          },
          // The studio and its frame need time to find each other.
          { timeout: 60_000 },
        )
        .toBe(true);
      await desk.field(fieldOfHeading).getByRole("textbox").waitFor();
    },
  };
}
