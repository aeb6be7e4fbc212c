import { getPixPayloadInfo } from "@brazilian-utils/brazilian-utils/get-pix-payload-info";
import type { Page } from "@playwright/test";
import jsQR from "jsqr";
import sharp from "sharp";
import { beforeAll, describe, it } from "vitest";
import type { VisitOptions } from "../../support/pages/browser.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import type { FullStack } from "../../support/stacks/full-stack.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import {
  contractAccount,
  createSession,
  type StoredSession,
  storeContractSession,
} from "../../support/pages/stored-sessions.ts";
import { databaseOutage } from "../../../supabase/tests/support/database-outage.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";

/**
 * Console errors while the database is stopped. A response that timed out has no CORS headers, so the browser reports a
 * CORS error.
 */
const whileDown = [/status of 5\d\d/, /net::ERR_FAILED/, /blocked by CORS policy/];

const journey = startJourney();
let stack: FullStack;
let tenant: { contractNumber: string; session: StoredSession };
let otherTenant: typeof tenant;

async function signIn(index: 0 | 1): Promise<typeof tenant> {
  const contract = stack.supabase.accounts.contracts[index];
  if (!contract) throw new Error("The seed has two contracts.");
  const session = await createSession(stack, await contractAccount(stack, contract));
  return { contractNumber: contract.contractNumber, session };
}

const loginUrl = () => `${stack.siteUrl}/area-cliente?aba=cliente`;

/** Opens the contract page in a new tab, with these values in the session storage. */
async function openContract(
  stored: Parameters<typeof storeContractSession>[2],
  options: VisitOptions = {},
): Promise<Page> {
  const page = await journey.newPage(options);
  await storeContractSession(stack, page, stored);
  await page.goto(`${stack.siteUrl}/contrato`);
  return page;
}

/** Returns the pairs of label and value that a section shows. */
async function readSection(page: Page, title: string): Promise<string[][]> {
  const section = page.locator("section", { has: page.getByRole("heading", { name: title }) });
  const entries = await section.locator("dl > div").all();
  return Promise.all(
    entries.map(async (entry) => [
      await entry.locator("dt").innerText(),
      (await entry.locator("dd").innerText()).replaceAll("\u00a0", " "),
    ]),
  );
}

beforeAll(async () => {
  ({ stack } = journey);
  [tenant, otherTenant] = [await signIn(0), await signIn(1)];
});

describe("a tenant's contract", () => {
  it("shows everything of section 2 in BRL and Brazilian dates", async () => {
    const page = await openContract(tenant);
    await expect(page.getByRole("heading", { level: 1, name: "Meu Contrato" })).toBeVisible();
    await expect(
      page.getByRole("heading", { name: `Contrato Nº ${tenant.contractNumber}` }),
    ).toBeVisible();
    await expect(page.getByText("Ativo", { exact: true })).toBeVisible();
    expect(await readSection(page, "Dados do locatário")).toEqual([
      ["Nome", "Ana Beatriz Ribeiro"],
      ["CPF", "529.982.247-25"],
      ["E-mail", "ana.ribeiro@exemplo.com.br"],
      ["Telefone", "(44) 99999-0001"],
    ]);
    expect(await readSection(page, "Dados do locador")).toEqual([
      ["Nome", "Carlos Eduardo Nogueira"],
    ]);
    expect(await readSection(page, "Dados do imóvel")).toEqual([
      ["Tipo do imóvel", "Apartamento"],
      ["Endereço", "Avenida Brasil, 4200, apto 1204, Zona 01, Maringá, PR"],
    ]);
    expect(await readSection(page, "Valores e prazos")).toEqual([
      ["Valor do aluguel", "R$ 1.850,00"],
      ["Valor de referência", "R$ 22.200,00"],
      ["Limite da cobertura", "R$ 15.540,00"],
      ["Início", "01/02/2026"],
      ["Término", "31/01/2027"],
      ["Duração", "12 meses"],
      ["Forma de pagamento", "Pix à vista"],
      ["Taxa", "R$ 1.776,00"],
    ]);
    await checkAccessibility(page);
  });

  it("shows a QR code with the copied Pix code for the owed fee", async () => {
    const page = await openContract(tenant);
    const card = page.getByRole("region", { name: "Pagamentos" });
    const code = (await card.locator("code").innerText()).trim();
    expect(getPixPayloadInfo(code)).toEqual({
      key: "pagamentos@payser.example",
      merchantName: "PAYSER",
      merchantCity: "MARINGA",
      amount: 1776,
      txid: tenant.contractNumber.replaceAll("-", ""),
      pointOfInitiation: "static",
    });
    const drawn = await card.getByRole("img", { name: "Código QR" }).screenshot();
    const { data, info } = await sharp(drawn).ensureAlpha().raw().toBuffer({
      resolveWithObject: true,
    });
    const read = jsQR(Uint8ClampedArray.from(data), info.width, info.height);
    expect(read?.data).toBe(code);
    await expect(card).toContainText("Só cobramos por esta chave.");
  });

  it(
    "reads Inativo after its end, and leaves out a missing phone",
    { tags: ["full"] },
    async () => {
      const page = await openContract(otherTenant, { width: 360 });
      await expect(page.getByText("Inativo", { exact: true })).toBeVisible();
      expect((await readSection(page, "Dados do locatário")).map(([label]) => label)).toEqual([
        "Nome",
        "CPF",
        "E-mail",
      ]);
      await checkAccessibility(page);
    },
  );

  it("shows a loading notice until it arrives", { tags: ["full"] }, async () => {
    const page = await journey.newPage();
    await storeContractSession(stack, page, tenant);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/rest/v1/contracts*", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${stack.siteUrl}/contrato`);
    await expect(page.getByText("Carregando contrato...")).toBeVisible();
    await checkAccessibility(page);
    answer();
    await expect(page.getByText("Ana Beatriz Ribeiro")).toBeVisible();
    await expect(page.getByText("Carregando contrato...")).toHaveCount(0);
  });

  it("is printed without menus and buttons", { tags: ["full"] }, async () => {
    const page = await openContract(tenant);
    await expect(page.getByText("Ana Beatriz Ribeiro")).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "Sair" })).toBeHidden();
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.getByText("R$ 1.850,00")).toBeVisible();
    // The printed page begins with a line that shows the date and the URL.
    const today = new Intl.DateTimeFormat("pt-BR", { timeZone: "America/Sao_Paulo" }).format();
    const head = page.getByText(`Impresso em ${today} · ${new URL(stack.siteUrl).host}/contrato`);
    await expect(head).toBeVisible();
    await expect(page.locator("main").getByText(/CNPJ [\d./-]+.*CEP \d/)).toBeVisible();
    await expect(page.locator("main").getByText("Payser", { exact: true }).first()).toBeVisible();
    await checkAccessibility(page);
    await page.emulateMedia({ media: "screen" });
    await expect(head).toBeHidden();
  });
});

describe("a document", () => {
  it(
    "opens in a new tab under its own file name, from an address that expires after a minute",
    { tags: ["full"] },
    async () => {
      const page = await openContract(tenant);
      await expect(page.getByText("Documentos do Contrato")).toBeVisible();
      const opened = page
        .context()
        .waitForEvent(
          "request",
          (request) =>
            request.url().includes("/storage/v1/object/sign/contract-documents/") &&
            request.method() === "GET",
        );
      const tab = page.waitForEvent("popup");
      await page.getByRole("button", { name: "Baixar Carta de fiança" }).press("Enter");
      const address = new URL((await opened).url());
      await tab;
      expect(address.pathname).toMatch(/\/carta-de-fianca\.pdf$/);
      const [, claims = ""] = (address.searchParams.get("token") ?? "").split(".");
      const { iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
      expect(exp - iat).toBeLessThanOrEqual(60);
      const file = await fetch(address);
      expect(file.headers.get("content-type")).toBe("application/pdf");
      expect(Buffer.from(await file.arrayBuffer()).toString("latin1")).toContain(
        tenant.contractNumber,
      );
      await expect(page.getByText("Ana Beatriz Ribeiro")).toBeVisible();
    },
  );

  it("cannot be listed, signed or read when it is another person's", async () => {
    const { supabase, sql } = stack;
    const documents = await sql`
      select contract_id, file_path from public.contract_documents
      join public.contracts on contracts.id = contract_id
      where contract_number = ${tenant.contractNumber}`;
    expect(documents.length).toBeGreaterThan(0);
    const headers = {
      apikey: supabase.publishableKey,
      authorization: `Bearer ${otherTenant.session.access_token}`,
      "content-type": "application/json",
    };
    for (const { contract_id, file_path } of documents) {
      const rows = await fetch(
        `${supabase.url}/rest/v1/contract_documents?select=id&contract_id=eq.${contract_id}`,
        { headers },
      );
      expect(await rows.json()).toEqual([]);
      const signed = await fetch(
        `${supabase.url}/storage/v1/object/sign/contract-documents/${file_path}`,
        { method: "POST", headers, body: JSON.stringify({ expiresIn: 60 }) },
      );
      expect(signed.ok).toBe(false);
      const file = await fetch(
        `${supabase.url}/storage/v1/object/authenticated/contract-documents/${file_path}`,
        { headers },
      );
      expect(file.ok).toBe(false);
    }
  });

  it(
    "shows an error when it cannot be signed, and the contract stays",
    { tags: ["full"] },
    async () => {
      const page = await openContract(tenant, { expectedErrors: [/status of 4\d\d/] });
      await expect(page.getByText("Documentos do Contrato")).toBeVisible();
      await stack.sql`update public.contract_documents
      set file_path = file_path || '.moved' where document_name = 'Contrato de garantia'`;
      await page.getByRole("button", { name: "Baixar Contrato de garantia" }).click();
      // The open page still uses the old file name, and no document has this name any more.
      await expect(page.getByRole("alert")).toContainText("Erro ao baixar documento");
      await expect(page.getByText("Ana Beatriz Ribeiro")).toBeVisible();
      expect(page.context().pages()).toHaveLength(1);
      await stack.sql`update public.contract_documents
      set file_path = replace(file_path, '.moved', '')`;
    },
  );
});

describe("a visitor without a right to the contract", () => {
  it("does not find it with another contract's session", async () => {
    const page = await openContract({ ...otherTenant, contractNumber: tenant.contractNumber });
    await expect(page.getByRole("heading", { name: "Contrato não encontrado" })).toBeVisible();
    await expect(page.getByText("Ana Beatriz Ribeiro")).toHaveCount(0);
    await checkAccessibility(page);
    await page.getByRole("link", { name: "Voltar ao Login" }).click();
    await expect(page).toHaveURL(loginUrl());
  });

  it.each([
    ["session", () => ({ contractNumber: tenant.contractNumber })],
    ["number", () => ({ session: tenant.session })],
  ])("is sent to the login when there is no %s", async (_missing, stored) => {
    const page = await openContract(stored());
    await expect(page).toHaveURL(loginUrl());
    await expect(page.getByRole("alert")).toContainText("Sessão expirada. Faça login novamente.");
    await expect(page.getByRole("tab", { name: "Cliente" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await checkAccessibility(page);
  });
});

describe("the end of a session", () => {
  it(
    "is confirmed after Sair, forgets the contract and cannot be undone by going back",
    { tags: ["full"] },
    async () => {
      const page = await openContract(await signIn(0));
      const leave = page.getByRole("button", { name: "Sair" });
      await expect(leave).toBeVisible();
      while (!(await leave.evaluate((button) => button === document.activeElement))) {
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(loginUrl());
      await expect(page.getByText("Logout realizado com sucesso")).toBeVisible();
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(
        "payser-contrato",
      );
      await page.goto(`${stack.siteUrl}/contrato`);
      await expect(page).toHaveURL(loginUrl());
      await expect(page.getByText("Entre para ver o seu contrato.")).toBeVisible();
      await expect(page.getByText("Ana Beatriz Ribeiro")).toHaveCount(0);
    },
  );

  it("leads to the login while the page is open", { tags: ["full"] }, async () => {
    const own = await signIn(0);
    const page = await openContract(own, { expectedErrors: [/status of 4\d\d/] });
    await expect(page.getByText("Ana Beatriz Ribeiro")).toBeVisible();
    // Ends all sessions of the tenant, like a password change. The access token stays valid for up to half an hour.
    await fetch(`${stack.supabase.url}/auth/v1/logout?scope=global`, {
      method: "POST",
      headers: {
        apikey: stack.supabase.publishableKey,
        authorization: `Bearer ${own.session.access_token}`,
      },
    });
    await page.evaluate(() => {
      const key = "payser-contrato-sessao";
      const session = JSON.parse(sessionStorage.getItem(key) ?? "{}");
      sessionStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    });
    await expect(page).toHaveURL(loginUrl());
    await expect(page.getByRole("alert")).toContainText("Sessão expirada. Faça login novamente.");
    await expect(page.getByText("Ana Beatriz Ribeiro")).toHaveCount(0);
  });
});

describe("an outage of the database", () => {
  it("shows an error with a way to try again", { tags: ["full"] }, async () => {
    const own = await signIn(0);
    mayPrint(...databaseOutage);
    await stack.supabase.database.stop();
    const page = await openContract(own, { expectedErrors: whileDown });
    await expect(page.getByRole("alert")).toContainText("Erro ao carregar dados do contrato");
    await expect(page.getByRole("heading", { name: "Contrato não encontrado" })).toBeVisible();
    await checkAccessibility(page);
    await stack.supabase.database.start();
    await page.getByRole("button", { name: "Tentar novamente" }).click();
    await expect(page.getByText("Ana Beatriz Ribeiro")).toBeVisible();
  });
});
