import type { Page } from "@playwright/test";

export interface Screen {
  name: string;
  /** Heading of the screenshot on the page that shows all screenshots. */
  title: string;
  path: string;
  /** Account that is signed in. When absent, nobody is signed in. */
  as?: "tenant" | "staff" | "pendingStaff";
  /** Sets up the backend's answers before the page opens. */
  arrange?: (page: Page) => Promise<unknown>;
  /** Brings the open page into the state that the screenshot shows. */
  act?: (page: Page) => Promise<void>;
  /** True for a screenshot of the visible window only, for example with an open menu or dialog. */
  windowOnly?: true;
}

export const shows = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).first().waitFor();

/**
 * Answers all calls of an edge function with `data`. When `data` is a function, each call gets a new result of this
 * function.
 */
export const answerFunction = (name: string, data: object | (() => object)) => (page: Page) =>
  page.route(`**/functions/v1/${name}`, (route) =>
    route.fulfill({
      // The asterisk does not allow the authorization header (CORS), so this header is listed by name.
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "authorization, *",
      },
      json: { ok: true, data: typeof data === "function" ? data() : data },
    }),
  );
