import type { Page } from "@playwright/test";

export interface Screen {
  /** Name of the image. */
  name: string;
  /** Heading on the page of screenshots. */
  title: string;
  path: string;
  /** Who is signed in. */
  as?: "tenant" | "staff" | "pendingStaff";
  /** Before the page is opened: what its backend answers. */
  arrange?: (page: Page) => Promise<unknown>;
  /** Brings the open page into the state that is shown. */
  act?: (page: Page) => Promise<void>;
  /** Shows what is in the window alone, as for open menus and dialogs. */
  windowOnly?: true;
}

/** Waits until a text is shown. */
export const shows = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).first().waitFor();

/** Answers calls of an edge function, whoever asks; with what is made once the page is open, too. */
export const answerFunction = (name: string, data: object | (() => object)) => (page: Page) =>
  page.route(`**/functions/v1/${name}`, (route) =>
    route.fulfill({
      // The star does not mean the header of whoever is signed in.
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "authorization, *",
      },
      json: { ok: true, data: typeof data === "function" ? data() : data },
    }),
  );
