import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { z } from "zod";
import { expect, refusedByServer, startJourney } from "../support/journey.ts";
import { type SiteForm, siteForms, useForm } from "../support/site-forms.ts";

const journey = startJourney();
/** How long each answer of the network takes, and how long a person waits before the first key. */
const milliseconds = [0, 100, 500, 2_500];

beforeEach(async ({ task }) => {
  task.meta.visits = milliseconds.length;
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

/**
 * Visits a form once for each delay, all at once: the visits are spent waiting. Their pages have
 * what the form needs; answers may refuse what is typed here.
 */
async function forEachDelay(
  { prepare }: SiteForm,
  look: (page: Page, delay: number) => Promise<void>,
): Promise<void> {
  const visits = milliseconds.map((delay) =>
    journey.visit({ expectedErrors: [refusedByServer] }, async (page) => {
      // Others wait beside it for the same processor; what is lost never comes.
      page.setDefaultTimeout(100_000);
      await prepare?.(journey.stack, page);
      await look(page, delay);
    }),
  );
  await Promise.all(visits);
}

describe("nothing that is typed is lost", () => {
  it.concurrent.each(siteForms)("of $name, however slow the network is", (form) =>
    forEachDelay(form, async (page, delay) => {
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
    }),
  );

  it.concurrent.each(siteForms)("of $name, whenever it is first used", (form) =>
    forEachDelay(form, async (page, delay) => {
      const sent = sentBy(page, form);
      await page.goto(journey.stack.siteUrl + form.path);
      await page.waitForTimeout(delay);
      await form.open?.(page);
      await useForm(page, form);
      expect(await sent, `${delay} ms`).toMatchObject(form.sent);
    }),
  );
});
