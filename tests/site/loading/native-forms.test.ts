import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect as expectNow, it } from "vitest";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { type SiteForm, siteForms, typedIn, useForm } from "../../support/pages/site-forms.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { readLog } from "../../support/stacks/read-log.ts";
import { serveOnFreePort } from "../../support/stacks/serve-on-free-port.ts";
import { type TestSite, startTestSite } from "../../support/stacks/site-stack.ts";

const journey = startJourney();
const withoutScript = { javaScriptEnabled: false };
const publicForms = siteForms.filter(({ isPublic }) => isPublic);
const [simulation] = publicForms;
const contact = publicForms.find(({ path }) => path === "/contato");
if (!simulation || !contact) throw new Error("These forms are public.");
const textsOf = (fields: object) => ({ ...fields });

const tables: Record<string, string> = {
  "/simular": "simulations",
  "/parceiros": "partnership_requests",
  "/contato": "contact_messages",
};
const titles: Record<string, string> = {
  "/simular": "Simulação enviada com sucesso!",
  "/parceiros": "Solicitação enviada com sucesso!",
  "/contato": "Mensagem enviada com sucesso!",
};

/**
 * Site that only this test file uses. A site limits the posts of one network per minute, and the posts of other tests
 * would count too.
 */
let site: TestSite;
beforeAll(async () => {
  const { contentUrl, supabase } = journey.stack;
  site = await startTestSite(contentUrl, undefined, { supabase });
});
afterAll(() => site.close());

async function visit(form: SiteForm): Promise<Page> {
  const page = await journey.newPage({
    ...withoutScript,
    expectedErrors: [refusedByServer, /status of 503/],
  });
  await page.goto(site.url + form.path);
  return page;
}

/** Posts a form like a browser without JavaScript. `headers` are added to the usual headers. */
function post(form: SiteForm, { headers = {}, body = "" }: { headers?: object; body?: string }) {
  return fetch(journey.stack.siteUrl + form.path, {
    method: "POST",
    headers: {
      origin: journey.stack.siteUrl,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body,
  });
}

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
});

describe.each(publicForms)("$name without JavaScript", (form) => {
  // `npm test` runs these tests for one of three public forms. `npm run test:full` runs them for all three forms.
  const tags = form === simulation ? [] : ["full"];

  it("arrives whole", { tags }, async () => {
    const { sql } = journey.stack;
    const table = sql(`public.${tables[form.path]}`);
    await sql`delete from ${table}`;
    const page = await visit(form);
    await useForm(page, form);
    await expect(page.locator("#resultado")).toContainText(titles[form.path] ?? "");
    await expect(page.locator("#resultado")).toContainText("Entraremos em contato em breve.");
    await expect(page.locator("#resultado")).toBeInViewport();
    await expect(page.locator("main form")).toHaveCount(0);
    const [row, ...others] = await sql`select * from ${table}`;
    expect(others).toEqual([]);
    const stored = Object.values(row ?? {}).map(String);
    for (const value of Object.values(form.sent)) {
      const kept = typeof value === "number" ? value.toFixed(2) : String(value);
      if (typeof value !== "boolean" && value !== form.typed["birthDate"])
        expect(stored).toContain(kept);
    }
    await journey.stack.mail(String(form.sent["email"]), /simulação|parceria|mensagem/i);
  });

  it("comes back with its mistakes and all typed text", { tags }, async () => {
    const page = await visit(form);
    await useForm(page, form, { press: false });
    const scope = page.locator("main form");
    await scope.locator("[name=email]").fill("isto não é");
    const before = await typedIn(page, form);
    await scope.getByRole("button", { name: form.submit }).click();

    const summary = page.getByRole("region", { name: /Confira os campos/ });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link")).toHaveText(["Email inválido"]);
    await expect(page.locator("#email-erro")).toHaveText("Email inválido");
    await expect(page.locator("#email")).toHaveAttribute("aria-invalid", "true");
    expect(await typedIn(page, form)).toEqual(before);

    await scope.locator("[name=email]").fill(String(form.sent["email"]));
    await scope.getByRole("button", { name: form.submit }).click();
    await expect(page.locator("#resultado")).toContainText(titles[form.path] ?? "");
  });
});

describe("a form without JavaScript", () => {
  it.each([
    ["another origin", { origin: "https://evil.example" }, 403],
    ["no origin", { origin: "" }, 403],
    [
      "an origin that names itself cross-site",
      { origin: "null", "sec-fetch-site": "cross-site" },
      403,
    ],
    ["JSON", { "content-type": "application/json" }, 415],
    ["a file", { "content-type": "multipart/form-data; boundary=x" }, 415],
  ])("%s is refused", async (_what, headers, status) => {
    expect((await post(simulation, { headers, body: "fullName=Ana" })).status).toBe(status);
  });

  it("a body longer than any form is refused", async () => {
    const body = `comments=${"a".repeat(20_000)}`;
    expect((await post(simulation, { body })).status).toBe(413);
  });

  it("the answer is not cached, and typed text in it is no markup", async () => {
    const name = `"><script>alert(1)</script>`;
    const reply = await post(simulation, {
      body: new URLSearchParams({ fullName: name }).toString(),
    });
    expect(reply.status).toBe(422);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("x-robots-tag")).toBe("noindex");
    expect(reply.headers.get("content-security-policy")).toContain("form-action 'self'");
    const html = await reply.text();
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;script&gt;");
    // The typed text must not appear in the cached page that all visitors get.
    const cached = await (await fetch(journey.stack.siteUrl + simulation.path)).text();
    expect(cached).not.toContain("alert(1)");
    expect(cached).not.toContain('validator-hint"');
  });
});

/** Returns the log lines with this request id, from the site's log and the functions' log. */
async function linesOf(id: string): Promise<string[]> {
  const functions = await readFile(
    join(journey.stack.supabase.logDirectory, "functions.log"),
    "utf8",
  );
  return [...site.log, ...functions.split("\n")].filter((line) =>
    line.includes(`"requestId":"${id}"`),
  );
}

describe("an id leads from a form through every log", () => {
  const to = `seguida@exemplo.com.br`;
  /** Waits for the mail about the call with this request id. Returns the log lines of the call. */
  async function follow(id: string) {
    const { headers } = await journey.stack.mail(to, /mensagem/i);
    const queued = await journey.stack.sql`
      select template from public.outgoing_mail where request_id = ${id} order by template`;
    await expect.poll(async () => (await linesOf(id)).join("\n")).toMatch(/mail-sent[^]*mail-sent/);
    const lines = await linesOf(id);
    console.info([`x-request-id: ${headers["x-request-id"]}`, ...lines].join("\n"));
    expect(headers["x-request-id"]).toBe(id);
    expect(queued.map(({ template }) => template)).toEqual(["contact-notice", "contact-received"]);
    for (const line of lines.filter((text) => text.includes('"function"'))) {
      expect(JSON.parse(line)).toMatchObject({ time: expectNow.any(String), level: "info" });
    }
    return lines.join("\n");
  }

  it("is found for a form that the site's process forwarded", async () => {
    const id = `seguido-${crypto.randomUUID()}`;
    const reply = await fetch(`${site.url}/contato`, {
      method: "POST",
      headers: { origin: site.url, "x-request-id": id },
      body: new URLSearchParams(textsOf({ ...contact.typed, email: to })),
    });
    expect(reply.status).toBe(200);
    const lines = await follow(id);
    expect(lines).toMatch(/"event":"native-form","path":"\/contato","status":200/);
    expect(lines).toMatch(/"function":"send-contact-message","status":200,"milliseconds":\d+/);
    expect(lines).toMatch(/"template":"contact-received","event":"mail-sent","milliseconds":\d+/);
  });

  it("is found for a form that the page sent itself", { tags: ["full"] }, async () => {
    await journey.stack.sql`delete from public.contact_messages`;
    await fetch(`${journey.stack.supabase.inboxUrl}/api/messages`, { method: "DELETE" });
    const page = await journey.open("/contato");
    const sent = page.waitForRequest((request) => request.url().endsWith("/send-contact-message"));
    await useForm(page, contact, { press: false });
    await page.locator("main form [name=email]").fill(to);
    await page.locator("main form").getByRole("button", { name: contact.submit }).click();
    const id = (await sent).headers()["x-request-id"] ?? "none";
    expect(await follow(id)).toMatch(/"function":"send-contact-message","status":200/);
  });
});

it("a form that did not arrive is logged with the reason", { tags: ["full"] }, async () => {
  mayPrint(/"event":"native-form"/);
  const { contentUrl, supabase } = journey.stack;
  const broken = await serveOnFreePort((_request, response) => void response.writeHead(502).end());
  for (const [url, reason] of [
    [broken.url, "status 502"],
    [`http://127.0.0.1:${await findFreePort()}`, expectNow.stringContaining("ECONNREFUSED")],
  ]) {
    const away = await startTestSite(contentUrl, undefined, { supabase: { ...supabase, url } });
    const { status } = await fetch(`${away.url}/contato`, {
      method: "POST",
      headers: { origin: away.url },
      body: new URLSearchParams(textsOf(contact.typed)),
    });
    expect(status).toBe(503);
    expectNow(readLog(away.log, "native-form")).toMatchObject([
      { level: "warn", status: 503, code: "unavailable", reason },
    ]);
    await away.close();
  }
  await broken.close();
});

it(
  "the site's log contains no text that a person types into a form",
  { tags: ["full"] },
  async () => {
    const typed = new Set<string>();
    for (const form of publicForms) {
      const postTyped = async (fields: object) => {
        const { status } = await fetch(site.url + form.path, {
          method: "POST",
          headers: { origin: site.url, "x-request-id": "pedido-de-teste" },
          body: new URLSearchParams({ ...fields }),
        });
        return status;
      };
      expect(await postTyped(form.typed)).toBe(200);
      const wrong = { email: "ana-escreveu-errado" };
      expect(await postTyped({ ...form.typed, ...wrong })).toBe(422);
      for (const value of [...Object.values(form.typed), ...Object.values(wrong)]) {
        if (typeof value === "string" && value.length > 3) typed.add(value);
      }
    }
    expect(typed.size).toBeGreaterThan(15);
    const logged = readLog(site.log, "native-form");
    expect(logged.filter((line) => line["requestId"] === "pedido-de-teste")).toHaveLength(
      publicForms.length * 2,
    );

    const log = site.log.join("\n");
    // The log must not contain a typed text in any of three spellings: as typed, URL-encoded, or reduced to its digits.
    const forms = [...typed].flatMap((text) => {
      const digits = text.replaceAll(/\D/g, "");
      return [text, encodeURIComponent(text), ...(digits.length > 5 ? [digits] : [])];
    });
    expect(forms.filter((text) => log.includes(text))).toEqual([]);
  },
);
