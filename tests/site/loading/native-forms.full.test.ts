// @module-tag full
import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { localProject } from "../../../scripts/stack/content-part.ts";
import { type SiteSettings, startSite } from "../../../scripts/stack/start-site.ts";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { type SiteForm, siteForms, typedIn, useForm } from "../../support/pages/site-forms.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { startFaultProxy } from "../../support/stacks/fault-proxy.ts";

const journey = startJourney();
const withoutScript = { javaScriptEnabled: false };
const publicForms = siteForms.filter(({ isPublic }) => isPublic);
const [simulation, partnership] = publicForms;
if (!simulation || !partnership) throw new Error("These forms are public.");

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

async function count(form: SiteForm): Promise<number> {
  const { sql } = journey.stack;
  const [row] = await sql`select count(*)::integer as n from ${sql(`public.${tables[form.path]}`)}`;
  return Number(row?.["n"]);
}

async function visit(form: SiteForm): Promise<Page> {
  const page = await journey.newPage({
    ...withoutScript,
    expectedErrors: [refusedByServer, /status of 503/],
  });
  await page.goto(journey.stack.siteUrl + form.path);
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

/** Starts a second site that uses this stack's content and backend. */
async function startOtherSite(changes: Partial<SiteSettings>) {
  const port = await findFreePort();
  return startSite({
    ...localProject,
    port,
    siteUrl: `http://localhost:${port}`,
    apiHost: journey.stack.contentUrl,
    token: undefined,
    supabase: journey.stack.supabase,
    ...changes,
  });
}

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
});

describe.each(publicForms)("$name without JavaScript", (form) => {
  it("is stored once when the answer is reloaded", async () => {
    const { sql } = journey.stack;
    await sql`delete from ${sql(`public.${tables[form.path]}`)}`;
    const page = await visit(form);
    await useForm(page, form);
    await expect(page.locator("#resultado")).toBeVisible();
    await page.reload();
    await expect(page.locator("#resultado")).toContainText(titles[form.path] ?? "");
    expect(await count(form)).toBe(1);
  });

  it("comes back empty when nothing was typed, without invented choices", async () => {
    const page = await visit(form);
    await page.getByRole("button", { name: form.submit }).click();
    await expect(page.getByRole("region", { name: /Confira os campos/ })).toBeFocused();
    const choices = await page.locator("main form select").all();
    const chosen = await Promise.all(choices.map((choice) => choice.inputValue()));
    expect(chosen).toEqual(choices.map(() => ""));
    expect(choices.length).toBeGreaterThan(0);
  });

  it.each([
    ["what is wrong", {}, "form .form-notice"],
    ["what arrived", form.sent, "#resultado"],
  ])("is answered accessibly with %s", async (_what, fields, shown) => {
    const body = new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [name, String(value)]),
    );
    const answer = await (await post(form, { body: body.toString() })).text();
    // The accessibility checks need JavaScript, so the response is copied into a page with JavaScript.
    const page = await journey.newPage();
    await page.goto(`${journey.stack.siteUrl}/robots.txt`);
    await page.setContent(answer);
    await expect(page.locator(shown)).toBeVisible();
    await checkAccessibility(page);
  });
});

describe("a form without JavaScript", () => {
  it("an outage keeps the typed text and shows the catalogue's texts", async () => {
    mayPrint(/"event":"native-form","path":"\/simular","status":503/);
    const { sql } = journey.stack;
    const page = await visit(simulation);
    await useForm(page, simulation, { press: false });
    const before = await typedIn(page, simulation);
    await sql`alter function public.submit_simulation(jsonb, text, text, integer) rename to away`;
    try {
      await page.getByRole("button", { name: simulation.submit }).click();
      const alert = page.locator("main form").getByRole("alert");
      await expect(alert).toContainText("Erro ao enviar simulação Por favor, tente novamente.");
      expect(await typedIn(page, simulation)).toEqual(before);
    } finally {
      await sql`alter function public.away(jsonb, text, text, integer) rename to submit_simulation`;
    }
  });

  it("a backend that hangs counts as an outage after eight seconds, and the typed text is kept", async () => {
    mayPrint(/"event":"native-form","path":"\/parceiros","status":503/);
    const backend = await startFaultProxy(journey.stack.supabase.url);
    backend.setMode("hang");
    const supabase = { ...journey.stack.supabase, url: backend.url };
    const site = await startOtherSite({ supabase });
    try {
      const fields = Object.entries(partnership.sent).map(([name, value]) => [name, String(value)]);
      const began = performance.now();
      const reply = await fetch(site.url + partnership.path, {
        method: "POST",
        headers: { origin: site.url },
        body: new URLSearchParams(fields),
      });
      const html = await reply.text();
      expect(performance.now() - began).toBeLessThan(8_000);
      expect(reply.status).toBe(503);
      expect(html).toContain("Erro ao enviar solicitação");
      expect(html).toContain(`value="${String(partnership.sent["partnerName"])}"`);
    } finally {
      await site.close();
      await backend.close();
    }
  });

  it("a limit counts by visitor, not by site", async () => {
    const { sql } = journey.stack;
    const site = await startOtherSite({ addressHeader: "x-real-ip" });
    await sql`update private.limits set most = 1 where action = 'partnership-by-address'`;
    try {
      const send = (address: string, name: string) => {
        const fields: Record<string, string> = {};
        for (const [key, value] of Object.entries(partnership.sent)) fields[key] = String(value);
        Object.assign(fields, { partnerName: name, email: `${name}@exemplo.com.br` });
        return fetch(site.url + partnership.path, {
          method: "POST",
          headers: { origin: site.url, "x-real-ip": address },
          body: new URLSearchParams(fields),
        });
      };
      const replies = [
        await send("203.0.113.7", "primeira"),
        await send("203.0.113.7", "segunda"),
        await send("203.0.113.8", "terceira"),
      ];
      expect(replies.map(({ status }) => status)).toEqual([200, 429, 200]);
      const refusal = await replies[1]?.text();
      expect(refusal).toContain("Erro ao enviar solicitação");
      expect(refusal).toMatch(/Muitas tentativas\. Tente novamente em \d+ \w+\./);
      expect(refusal).toContain('value="segunda"');
    } finally {
      await sql`update private.limits set most = 10 where action = 'partnership-by-address'`;
      await site.close();
    }
  });

  it("the site renders at most 30 answers a minute for one network", async () => {
    const site = await startOtherSite({ addressHeader: "x-real-ip" });
    try {
      const send = (address: string) =>
        fetch(site.url + partnership.path, {
          method: "POST",
          headers: { origin: site.url, "x-real-ip": address },
          body: new URLSearchParams({ partnerName: "Pressa" }),
        }).then(({ status }) => status);
      const statuses = await Promise.all(Array.from({ length: 35 }, () => send("2001:db8::1")));
      expect(statuses.filter((status) => status === 422)).toHaveLength(30);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      expect(await send("2001:db8::2")).toBe(429);
      expect(await send("2001:db8:1::1")).toBe(422);
    } finally {
      await site.close();
    }
  });

  it.each([
    "/area-cliente",
    "/login",
    "/area-cliente/nova-senha",
    "/contrato",
    "/admin/simulacoes",
  ])("%s states its need for scripts and how to reach the company", async (path) => {
    const page = await journey.newPage(withoutScript);
    await page.goto(journey.stack.siteUrl + path);
    const notice = page.locator("main .script-notice");
    await expect(notice).toContainText("precisa de JavaScript");
    for (const address of ["tel:", "mailto:", "/contato"]) {
      await expect(notice.locator(`a[href^="${address}"]`)).toBeVisible();
    }
    for (const control of await page.locator("main :is(input, button, output)").all()) {
      await expect(control).toBeHidden();
    }
  });

  it("a site that may not forward forms says so beside them", async () => {
    const supabase = { ...journey.stack.supabase, forwardKey: undefined };
    const site = await startOtherSite({ supabase });
    try {
      for (const form of publicForms) {
        const page = await journey.newPage(withoutScript);
        await page.goto(site.url + form.path);
        await expect(page.locator("form .script-notice")).toContainText("precisa de JavaScript");
        await expect(page.getByRole("button", { name: form.submit })).toBeHidden();
        await page.close();
      }
      for (const path of ["/verificar", "/acompanhar"]) {
        const page = await journey.newPage(withoutScript);
        await page.goto(site.url + path);
        await expect(page.locator(".script-notice")).toContainText("precisa de JavaScript");
        await expect(page.locator("main form")).toHaveCount(0);
        await page.close();
      }
    } finally {
      await site.close();
    }
  });
});
