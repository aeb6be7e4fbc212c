import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import { readLog } from "../support/read-log.ts";
import { siteForms } from "../support/site-forms.ts";
import { startTestSite, type TestSite } from "../support/site-stack.ts";

const journey = startJourney();
const publicForms = siteForms.filter(({ isPublic }) => isPublic);
let site: TestSite;

beforeAll(async () => {
  const { contentUrl, supabase } = journey.stack;
  site = await startTestSite(contentUrl, undefined, { supabase });
});
afterAll(() => site.close());

/** Posts a form as a browser without JavaScript does; `changes` are what the person got wrong. */
async function post(path: string, typed: object, changes: Record<string, string> = {}) {
  const fields = new URLSearchParams({ ...typed, ...changes });
  const reply = await fetch(site.url + path, {
    method: "POST",
    headers: {
      origin: site.url,
      "content-type": "application/x-www-form-urlencoded",
      "x-request-id": "pedido-de-teste",
    },
    body: fields,
  });
  return reply.status;
}

test("nothing that a person types into a form is in the site's log", async () => {
  const typed = new Set<string>();
  for (const form of publicForms) {
    expect(await post(form.path, form.typed)).toBe(200);
    const wrong = { email: "ana-escreveu-errado" };
    expect(await post(form.path, form.typed, wrong)).toBe(422);
    for (const value of [...Object.values(form.typed), ...Object.values(wrong)]) {
      if (typeof value === "string" && value.length > 3) typed.add(value);
    }
  }
  expect(typed.size).toBeGreaterThan(15);
  expect(readLog(site.log, "native-form")).toHaveLength(publicForms.length * 2);
  for (const line of readLog(site.log, "native-form")) {
    expect(line).toMatchObject({ requestId: "pedido-de-teste" });
  }

  const log = site.log.join("\n");
  // As typed, as a value in an address, and as digits alone.
  const forms = [...typed].flatMap((text) => {
    const digits = text.replaceAll(/\D/g, "");
    return [text, encodeURIComponent(text), ...(digits.length > 5 ? [digits] : [])];
  });
  expect(forms.filter((text) => log.includes(text))).toEqual([]);
});
