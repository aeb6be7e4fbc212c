// @module-tag full
import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { z } from "zod";
import { expect, refusedByServer, startJourney } from "../support/pages/journey.ts";
import { type SiteForm, siteForms, useForm } from "../support/pages/site-forms.ts";

const journey = startJourney();
/**
 * All forms are one component and come alive one way; what differs is the page around them: that of
 * anybody, a dialog in a tab, somebody's own data. These stand for the rest.
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

/** What the first post to the backend carries that has all of these fields. */
async function sentBy(page: Page, { sent }: SiteForm): Promise<unknown> {
  const { url } = journey.stack.supabase;
  const request = await page.waitForRequest((asked) => {
    if (asked.method() !== "POST" || !asked.url().startsWith(url)) return false;
    const body = z.record(z.string(), z.unknown()).safeParse(asked.postDataJSON());
    return body.success && Object.keys(sent).every((name) => name in body.data);
  });
  return request.postDataJSON();
}

/** Visits a form whose page has what the form needs; answers may refuse what is typed here. */
function visit(form: SiteForm, look: (page: Page) => Promise<void>): Promise<void> {
  return journey.visit({ expectedErrors: [refusedByServer] }, async (page) => {
    // Others wait beside it for the same processor; what is lost never comes.
    page.setDefaultTimeout(100_000);
    await form.prepare?.(journey.stack, page);
    await look(page);
  });
}

/** Fills it in while each answer of the network takes `delay` milliseconds. */
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

describe("nothing that is typed is lost", () => {
  it.concurrent.each(chosen)("of $name, on a slow network", (form) => fillInSlowly(form, 500));

  it.concurrent.each(typical)("of $name, on a very slow network", (form) =>
    fillInSlowly(form, 2_500),
  );

  // At once is what every other journey does.
  it.concurrent.each(typical)("of $name, when it is first used late", (form) =>
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
