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

/** A page that has what the form needs; answers may refuse what is typed here. */
async function visitorOf({ prepare }: SiteForm): Promise<Page> {
  const page = await journey.newPage({ expectedErrors: [refusedByServer] });
  await prepare?.(journey.stack, page);
  return page;
}

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

/** Runs a visit for each delay, all at once: they are spent waiting. */
const forEachDelay = (visit: (delay: number) => Promise<void>) =>
  Promise.all(milliseconds.map(visit));

describe("nothing that is typed is lost", () => {
  it.each(siteForms)("of $name, however slow the network is", async (form) => {
    await forEachDelay(async (delay) => {
      const page = await visitorOf(form);
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
  });

  it.each(siteForms)("of $name, whenever it is first used", async (form) => {
    await forEachDelay(async (delay) => {
      const page = await visitorOf(form);
      const sent = sentBy(page, form);
      await page.goto(journey.stack.siteUrl + form.path);
      await page.waitForTimeout(delay);
      await form.open?.(page);
      await useForm(page, form);
      expect(await sent, `${delay} ms`).toMatchObject(form.sent);
    });
  });
});
