import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
} from "../../support/pages/journey.ts";
import {
  cpfs,
  fillIn,
  startAnew,
  submitButton,
  succeeded,
} from "../../support/pages/simulation-form.ts";

const journey = startJourney();
const sizes = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
];
const protocolPattern = /^PS-\d{4}-[0-9A-HJKMNP-TV-Z]{8}$/;

const result = (page: Page) => page.getByRole("region", { name: "Recebemos a sua simulação" });
const protocolIn = async (page: Page) =>
  (await page.getByText(protocolPattern).first().textContent()) ?? "";

/** Sends a simulation and waits until the page confirms that it was received. */
async function send(applicant: { fullName: string; email: string; cpf: string }, size = sizes[1]) {
  const page = await journey.open("/simular", { ...size, expectedErrors: [refusedByServer] });
  await fillIn(page, applicant);
  await submitButton(page).click();
  await succeeded(page);
  await expect(result(page)).toBeVisible();
  return page;
}

async function linkFor(email: string, subject: RegExp): Promise<string> {
  const { text } = await journey.stack.mail(email, subject);
  const [link] = /https?:\S+\/acompanhar#[\w-]{22}/.exec(text) ?? [];
  if (!link) throw new Error(`The e-mail holds no link:\n${text}`);
  return link;
}

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
});

for (const size of sizes) {
  describe(`an applicant at ${size.width} px`, size === sizes[0] ? {} : { tags: ["full"] }, () => {
    it("has a protocol, a deadline and the next steps, which survive a reload", async () => {
      const email = `rita${size.width}@exemplo.com.br`;
      const page = await send({ fullName: "Rita Resultado", email, cpf: cpfs[0] }, size);
      await expect(page.getByRole("heading", { name: "Recebemos a sua simulação" })).toBeFocused();
      const protocol = await protocolIn(page);
      const [row] = await journey.stack.sql`
      select protocol from public.simulations where email = ${email}`;
      expect(protocol).toBe(row?.["protocol"]);
      await expect(result(page)).toContainText(/\p{L}{3}\., \d\d\/\d\d, \d{1,2}h/u);
      await expect(result(page)).toContainText(email);
      await expect(result(page).getByRole("listitem")).toHaveCount(3);
      const whatsapp = result(page).getByRole("link", { name: "Falar pelo WhatsApp" });
      expect(await whatsapp.getAttribute("href")).toContain(encodeURIComponent(protocol));
      await expect(submitButton(page)).toBeHidden();
      await checkAccessibility(page);

      await page.reload();
      await expect(result(page)).toContainText(protocol);
      await expect(result(page)).toContainText("r•••@exemplo.com.br");
      await expect(page.locator(".hero-band")).toHaveCount(0);
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
      );
      for (const typed of [email, "Rita", cpfs[0]]) expect(kept).not.toContain(typed);

      await startAnew(page);
      await expect(page.getByLabel("Nome completo")).toBeFocused();
      await expect(page.getByLabel("Nome completo")).toHaveValue("");
      await page.reload();
      await expect(submitButton(page)).toBeVisible();
      await expect(result(page)).toHaveCount(0);
    });

    it("follows the request from there and from the mail's link until the decision", async () => {
      const email = `sara${size.width}@exemplo.com.br`;
      const page = await send({ fullName: "Sara Segue", email, cpf: cpfs[1] }, size);
      const protocol = await protocolIn(page);
      const requested: string[] = [];
      page.on("request", (request) =>
        requested.push(request.url(), JSON.stringify(request.headers())),
      );
      await page.getByRole("link", { name: "Acompanhar o meu pedido" }).click();
      const current = page.locator("[aria-current=step]");
      await expect(current).toContainText("Em análise");
      await expect(page.getByText(protocol)).toBeVisible();
      await expect(page.getByText("Com a nossa equipe")).toBeVisible();
      await checkAccessibility(page);
      const secret = new URL(page.url()).hash.slice(1);
      expect(secret).toMatch(/^[\w-]{22}$/);
      expect(requested.filter((text) => text.includes(secret))).toEqual([]);
      expect(await linkFor(email, /Recebemos/)).toBe(page.url());

      await journey.stack.sql`
      update public.simulations set status = 'approved', reviewed_at = now() - interval '1 minute'
      where email = ${email}`;
      await page.reload();
      await expect(current).toContainText("Condições");
      await expect(page.getByText("Sua simulação foi aprovada.")).toBeVisible();
      await checkAccessibility(page);

      await journey.stack.sql`
      update public.simulations set status = 'rejected', rejection_reason = 'Faltou a renda.'
      where email = ${email}`;
      await page.reload();
      await expect(page.getByText("Faltou a renda.")).toBeVisible();
      await expect(
        page.locator("main").getByRole("listitem").filter({ hasText: "Contrato" }),
      ).toHaveCount(0);
      await checkAccessibility(page);
    });
  });
}

it(
  "the result fits 320 px, and its protocol is copied and passed to WhatsApp",
  { tags: ["full"] },
  async () => {
    const email = "nara@exemplo.com.br";
    const narrow = { width: 320, height: 640 };
    const page = await send({ fullName: "Nara Estreita", email, cpf: cpfs[4] }, narrow);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(320);
    const protocol = await protocolIn(page);
    const copy = result(page).getByRole("button", { name: "Copiar protocolo" });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await copy.click();
    await expect(result(page).getByRole("button", { name: "Protocolo copiado" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(protocol);
    const whatsapp = result(page).getByRole("link", { name: "Falar pelo WhatsApp" });
    const { host, searchParams } = new URL((await whatsapp.getAttribute("href")) ?? "");
    expect(host).toBe("wa.me");
    expect(searchParams.get("text")).toContain(`protocolo é ${protocol}`);
    await page.getByRole("link", { name: "Acompanhar o meu pedido" }).click();
    await expect(page.locator("[aria-current=step]")).toBeVisible();
    expect(await width()).toBe(320);
    await checkAccessibility(page);
  },
);

describe("a link that opens nothing", () => {
  it("is replaced with protocol and e-mail", { tags: ["full"] }, async () => {
    const email = "livia@exemplo.com.br";
    const sender = await send({ fullName: "Lívia Link", email, cpf: cpfs[2] });
    const protocol = await protocolIn(sender);
    const former = await linkFor(email, /Recebemos/);
    const page = await journey.newPage({ ...sizes[0], expectedErrors: [refusedByServer] });
    await page.goto(`${journey.stack.siteUrl}/acompanhar#${"A".repeat(22)}`);
    await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
    await page.getByRole("button", { name: "Enviar novo link" }).click();
    await expect(page.locator(".validator-hint")).toHaveCount(2);
    await checkAccessibility(page);
    await page.getByLabel("Protocolo").fill(protocol.toLowerCase());
    await page.getByLabel("E-mail do pedido").fill(email);
    await page.getByRole("button", { name: "Enviar novo link" }).click();
    await expect(page.getByRole("heading", { name: "Confira o seu e-mail" })).toBeVisible();
    await checkAccessibility(page);

    const link = await linkFor(email, /novo link/);
    expect(link).not.toBe(former);
    await page.goto(link);
    await expect(page.getByText(protocol)).toBeVisible();
    await page.goto(former);
    await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
  });

  it(
    "differs from an outage, which is reported and can be retried",
    { tags: ["full"] },
    async () => {
      const page = await journey.newPage({ expectedErrors: [noConnection, refusedByServer] });
      await page.route("**/functions/v1/track-request", (route) => route.abort());
      await page.goto(`${journey.stack.siteUrl}/acompanhar#${"A".repeat(22)}`);
      await expect(page.getByRole("alert")).toContainText("Não foi possível buscar o seu pedido");
      await checkAccessibility(page);
      await page.unroute("**/functions/v1/track-request");
      await page.getByRole("button", { name: "Tentar de novo" }).click();
      await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
    },
  );
});

it(
  "the page is private: it is neither cached nor found, and has no referrer or third party",
  { tags: ["full"] },
  async () => {
    const { headers } = await fetch(`${journey.stack.siteUrl}/acompanhar`);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    const page = await journey.newPage();
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    await page.goto(`${journey.stack.siteUrl}/acompanhar`);
    await expect(page.getByLabel("Protocolo")).toBeVisible();
    const own = [journey.stack.siteUrl, journey.stack.supabase.url].map((url) => new URL(url).host);
    expect([...hosts].filter((host) => !own.includes(host))).toEqual([]);
  },
);

it(
  "a simulation sent without JavaScript shows its protocol and its link",
  { tags: ["full"] },
  async () => {
    const page = await journey.newPage({ javaScriptEnabled: false });
    await page.goto(`${journey.stack.siteUrl}/simular`);
    const email = "nativa@exemplo.com.br";
    await fillIn(page, { fullName: "Nádia Nativa", email, cpf: cpfs[3] });
    await submitButton(page).click();
    await expect(page.locator("#resultado")).toContainText("Simulação enviada com sucesso!");
    await expect(result(page)).toContainText(await protocolIn(page));
    await expect(result(page)).toContainText("Horário de Brasília");
    const link = page.getByRole("link", { name: "Acompanhar o meu pedido" });
    expect(await linkFor(email, /Recebemos/)).toContain(await link.getAttribute("href"));
  },
);

describe("an applicant without JavaScript", { tags: ["full"] }, () => {
  it("follows a request by a pasted link, and requests a lost link", async () => {
    const email = "semscript@exemplo.com.br";
    const sender = await send({ fullName: "Sofia Semscript", email, cpf: cpfs[5] });
    const protocol = await protocolIn(sender);
    const link = await linkFor(email, /Recebemos/);
    const page = await journey.newPage({
      width: 360,
      javaScriptEnabled: false,
      expectedErrors: [refusedByServer],
    });
    await page.goto(link);
    await expect(page.getByText("Buscando o seu pedido...")).toBeHidden();
    await page.getByLabel("Link de acompanhamento").fill(link);
    await page.getByRole("button", { name: "Abrir o meu pedido" }).click();
    // Reads the text of the whole element, because Playwright does not find texts inside a `noscript` element.
    await expect(page.locator("#resultado")).toContainText(protocol);
    await expect(page.locator("#resultado")).toBeInViewport();
    await expect(page.locator("[aria-current=step]")).toContainText("Em análise");
    expect(page.url()).not.toContain(link.split("#")[1]);

    await page.goto(`${journey.stack.siteUrl}/acompanhar`);
    await page.getByLabel("Link de acompanhamento").fill(`${link}x`);
    await page.getByRole("button", { name: "Abrir o meu pedido" }).click();
    await expect(page.getByRole("alert")).toContainText("Este link não vale mais.");
    await page.getByLabel("Protocolo").fill(protocol);
    await page.getByLabel("E-mail do pedido").fill(email);
    await page.getByRole("button", { name: "Enviar novo link" }).click();
    await expect(page.getByRole("heading", { name: "Confira o seu e-mail" })).toBeVisible();
    await journey.stack.mail(email, /novo link/);
  });
});
