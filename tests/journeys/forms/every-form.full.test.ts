// @module-tag full
import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { z } from "zod";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { type SiteForm, siteForms, useForm } from "../../support/pages/site-forms.ts";

const journey = startJourney();
/**
 * Three forms that some tests use instead of all forms. All forms use one component and become interactive in the same
 * way. These three are on different kinds of page: a public page, a dialog, and a page with personal data.
 */
const unlike = ["the simulation", "the way to a new password", "the rejection of a simulation"];
const typical = siteForms.filter(({ name }) => unlike.includes(name));
const chosen = siteForms.filter(
  (form) => form.isPublic || form.name === "the login of staff" || typical.includes(form),
);

beforeEach(async () => {
  const { sql } = journey.stack;
  await sql`delete from public.rate_limits`;
  await sql`delete from public.login_attempts`;
});

/** Waits for a POST to the backend whose body has all fields of the form. Returns this body. */
async function sentBy(page: Page, { sent }: SiteForm): Promise<unknown> {
  const { url } = journey.stack.supabase;
  const request = await page.waitForRequest((asked) => {
    if (asked.method() !== "POST" || !asked.url().startsWith(url)) return false;
    const body = z.record(z.string(), z.unknown()).safeParse(asked.postDataJSON());
    return body.success && Object.keys(sent).every((name) => name in body.data);
  });
  return request.postDataJSON();
}

/**
 * Calls `look` with a page in which the form can be used. The test does not fail when the backend refuses the typed
 * values.
 */
function visit(form: SiteForm, look: (page: Page) => Promise<void>): Promise<void> {
  return journey.visit({ expectedErrors: [refusedByServer] }, async (page) => {
    // The timeout is long, because other tests use the same processor. A lost event still fails the test, only later.
    page.setDefaultTimeout(100_000);
    await form.prepare?.(journey.stack, page);
    await look(page);
  });
}

/** Fills in a form while each script and data file arrives `delay` milliseconds late. */
function fillInSlowly(form: SiteForm, delay: number): Promise<void> {
  return visit(form, async (page) => {
    await page.route(/\/assets\/|\/_dados\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      await route.continue();
    });
    const navigations: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) navigations.push(request.method());
    });
    const sent = sentBy(page, form);
    await page.goto(journey.stack.siteUrl + form.path, { waitUntil: "commit" });
    await form.open?.(page);
    await useForm(page, form);
    expect(await sent, `${delay} ms`).toMatchObject(form.sent);
    expect(navigations, `${delay} ms`).toEqual(["GET"]);
  });
}

describe("text typed into a form reaches the backend", () => {
  it.concurrent.each(chosen)("$name keeps typed text on a slow network", (form) =>
    fillInSlowly(form, 500),
  );

  it.concurrent.each(typical)("$name keeps typed text on a very slow network", (form) =>
    fillInSlowly(form, 2_500),
  );

  // The visitor waits before using the form. The other tests use a form as soon as the page has loaded.
  it.concurrent.each(typical)("$name keeps typed text when it is first used late", (form) =>
    visit(form, async (page) => {
      const sent = sentBy(page, form);
      await page.goto(journey.stack.siteUrl + form.path);
      await page.waitForTimeout(2_500);
      await form.open?.(page);
      await useForm(page, form);
      expect(await sent).toMatchObject(form.sent);
    }),
  );
});
