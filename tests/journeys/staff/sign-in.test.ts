import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
  toast,
} from "../../support/pages/journey.ts";
import { hydrate } from "../../support/pages/hydrate.ts";

const journey = startJourney();
const path = "/area-cliente";
const staff = () => journey.stack.supabase.accounts.staff;

function contract() {
  const [first] = journey.stack.supabase.accounts.contracts;
  if (!first) throw new Error("The seed has contracts.");
  return first;
}

const panel = (page: Page) => page.locator("[role=tabpanel]:not([hidden])");
const button = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });

async function enterAsStaff(page: Page, { email, password } = staff()): Promise<void> {
  await panel(page).getByLabel("E-mail").fill(email);
  await panel(page).getByLabel("Senha", { exact: true }).fill(password);
  await button(page, "Entrar").click();
}

async function openContract(page: Page, contractNumber: string, password: string): Promise<void> {
  await page.getByRole("tab", { name: "Cliente" }).click();
  await panel(page).getByLabel("Número do contrato").fill(contractNumber);
  await panel(page).getByLabel("Senha", { exact: true }).fill(password);
  await button(page, "Acessar contrato").click();
}

/** Expects a failed login. The notice and the text beside the button both contain the description. */
async function refusedWith(page: Page, description: string | RegExp): Promise<void> {
  await expect(toast(page, "Erro no login")).toContainText(description);
  await expect(panel(page).getByRole("alert")).toContainText(description);
}

beforeEach(async () => {
  await journey.stack.sql`delete from public.login_attempts`;
});

describe("the login screen", () => {
  it("is the same at /login, in tabs that keys change, with the staff's first", async () => {
    const page = await journey.open("/login", { width: 360, height: 780 });
    const [staffTab, clientTab] = [
      page.getByRole("tab", { name: "Área de Gestão" }),
      page.getByRole("tab", { name: "Cliente" }),
    ];
    await expect(staffTab).toHaveAttribute("aria-selected", "true");
    await checkAccessibility(page);
    await staffTab.focus();
    await page.keyboard.press("ArrowRight");
    await expect(clientTab).toBeFocused();
    await expect(panel(page).getByLabel("Número do contrato")).toBeVisible();
    await checkAccessibility(page);
    await page.keyboard.press("Home");
    await expect(staffTab).toHaveAttribute("aria-selected", "true");
  });

  it("names mistakes with the texts of section 5 and focuses the first", async () => {
    const page = await journey.open(path);
    for (const [tab, submit, messages] of [
      ["Área de Gestão", "Entrar", ["Email inválido", "Senha deve ter no mínimo 6 caracteres"]],
      [
        "Cliente",
        "Acessar contrato",
        ["Número do contrato é obrigatório", "Senha deve ter no mínimo 6 caracteres"],
      ],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await panel(page).getByLabel("Senha", { exact: true }).fill("12345");
      await button(page, submit).click();
      await expect(panel(page).locator(".validator-hint")).toHaveText([...messages]);
      await expect(panel(page).getByRole("textbox").first()).toBeFocused();
      await checkAccessibility(page);
    }
  });

  it("is kept out of caches and search engines", async () => {
    for (const account of [
      path,
      "/login",
      "/area-cliente/nova-senha",
      "/area-cliente/confirmar-email",
      "/contrato",
    ]) {
      const { headers } = await fetch(journey.stack.siteUrl + account);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-robots-tag")).toBe("noindex");
    }
  });
});

it("the login screen follows its links from one tab to the other", { tags: ["full"] }, async () => {
  const page = await journey.open(path);
  const tab = (name: string) => page.getByRole("tab", { name });
  await tab("Área de Gestão").click();
  await page.getByRole("banner").getByRole("link", { name: "Área do Cliente" }).click();
  await expect(tab("Cliente")).toHaveAttribute("aria-selected", "true");
  await tab("Área de Gestão").click();
  await page.getByRole("banner").getByRole("link", { name: "Área do Cliente" }).click();
  await expect(tab("Cliente")).toHaveAttribute("aria-selected", "true");
});

describe("a member of staff", () => {
  it("signs in, lands on the simulations and sees the way there on every page of the site", async () => {
    const page = await journey.open(path);
    const site = await page.context().newPage();
    await site.goto(journey.stack.siteUrl);
    await hydrate(site);
    const manage = site.getByRole("link", { name: "Gerenciar", exact: true });
    await expect(manage).toHaveCount(0);
    await enterAsStaff(page);
    await expect(page).toHaveURL(/\/admin\/simulacoes$/);
    await expect(page.getByRole("heading", { name: "Gerenciar Simulações" })).toBeVisible();

    // Other tabs of this browser notice both the sign-in and the sign-out.
    await expect(manage).toBeVisible();
    const other = await page.context().newPage();
    await other.goto(`${journey.stack.siteUrl}/login`);
    await expect(other).toHaveURL(/\/admin\/simulacoes$/);
    await page.getByRole("button", { name: "Sair" }).click();
    await expect(toast(page, "Logout realizado com sucesso")).toBeVisible();
    await expect(page).toHaveURL(/\/area-cliente$/);
    await expect(manage).toHaveCount(0);
    await expect(other).toHaveURL(/\/login/);
    await expect(other.getByRole("link", { name: "Gerenciar", exact: true })).toHaveCount(0);
  });

  it("returns to the page that led to the login", { tags: ["full"] }, async () => {
    const page = await journey.open("/admin/equipe#conteudo");
    await expect(page).toHaveURL(/\/login\?voltar=%2Fadmin%2Fequipe%23conteudo$/);
    await enterAsStaff(page);
    await expect(page).toHaveURL(/\/admin\/equipe#conteudo$/);
  });

  it("is never taken to another site by the login", { tags: ["full"] }, async () => {
    const page = await journey.open("/login?voltar=//evil.example/");
    await enterAsStaff(page);
    await expect(page).toHaveURL(`${journey.stack.siteUrl}/admin/simulacoes`);
  });

  it("reads the catalogue's texts after a wrong password or during an outage", async () => {
    const page = await journey.open(path, { expectedErrors: [refusedByServer, noConnection] });
    await enterAsStaff(page, { ...staff(), password: "errada-mesmo" });
    await refusedWith(page, "Verifique suas credenciais.");
    await checkAccessibility(page);
    await page.context().setOffline(true);
    await button(page, "Entrar").click();
    await refusedWith(page, "Sem conexão com o servidor.");
    await page.context().setOffline(false);
    await expect(panel(page).getByLabel("E-mail")).toHaveValue(staff().email);
  });

  it("cannot press the button twice while the request runs", { tags: ["full"] }, async () => {
    const page = await journey.open(path);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/functions/v1/sign-in-staff", async (route) => {
      await held;
      await route.continue();
    });
    await enterAsStaff(page);
    await expect(button(page, "Entrar")).toBeDisabled();
    answer();
    await expect(page).toHaveURL(/\/admin\/simulacoes$/);
  });

  it("may sign in when the browser blocks storage", { tags: ["full"] }, async () => {
    const page = await journey.newPage();
    await page.addInitScript(() => {
      for (const kind of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, kind, {
          get: () => {
            throw new DOMException("denied", "SecurityError");
          },
        });
      }
    });
    await page.goto(journey.stack.siteUrl + path);
    await hydrate(page);
    await enterAsStaff(page);
    await expect(page).toHaveURL(/\/admin\/simulacoes$/);
    await expect(page.getByRole("heading", { name: "Gerenciar Simulações" })).toBeVisible();
  });
});

describe("a tenant", () => {
  it("opens the contract one second after the notice, for any spelling of the number", async () => {
    const { contractNumber, password } = contract();
    const page = await journey.open(path);
    await openContract(page, ` ${contractNumber.toLowerCase()} `, password);
    await expect(toast(page, "Login realizado com sucesso!")).toBeVisible();
    await expect(page).toHaveURL(/\/area-cliente$/);
    await expect(button(page, "Acessar contrato")).toBeDisabled();
    await expect(page).toHaveURL(/\/contrato$/);
    await expect(page.getByText(contractNumber)).toBeVisible();
    // The success notice must have disappeared by now, because the notice would cover parts of the contract.
    expect(await page.getByText("Login realizado com sucesso!").count()).toBe(0);
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).toContain(contractNumber);
    expect(kept).not.toContain(password);
    // A tenant's session does not sign anybody in as staff.
    await expect(page.getByRole("link", { name: "Gerenciar", exact: true })).toHaveCount(0);
  });

  it(
    "reads which field was wrong at first, then a general refusal, then the waiting time",
    { tags: ["full"] },
    async () => {
      const { contractNumber, password } = contract();
      const page = await journey.open(path, { expectedErrors: [refusedByServer] });
      await openContract(page, "PF-2026-0000000000", "errada-1");
      await refusedWith(page, "Contrato não encontrado");
      await openContract(page, contractNumber, "errada-2");
      await refusedWith(page, "Senha incorreta");
      await openContract(page, contractNumber, "errada-3");
      await refusedWith(page, "Senha incorreta");
      await openContract(page, contractNumber, "errada-4");
      await refusedWith(page, "Número do contrato ou senha incorretos.");

      await journey.stack.sql`
      insert into public.login_attempts (kind, subject_hash, address_hash)
      select kind, subject_hash, address_hash
      from public.login_attempts, generate_series(1, 7)
      where id = (select id from public.login_attempts order by created_at desc limit 1)`;
      await openContract(page, contractNumber, password);
      await refusedWith(page, /Muitas tentativas\. Tente novamente em 1[45] minutos\./);
      await expect(panel(page).getByLabel("Número do contrato")).toHaveValue(contractNumber);
      await checkAccessibility(page);
    },
  );

  it(
    "reads that the contract could not be looked up during an outage",
    { tags: ["full"] },
    async () => {
      const { contractNumber, password } = contract();
      const page = await journey.open(path, { expectedErrors: [noConnection] });
      await page.route("**/functions/v1/sign-in-contract", (route) => route.abort());
      await openContract(page, contractNumber, password);
      await refusedWith(page, "Erro ao buscar contrato");
      await page.unroute("**/functions/v1/sign-in-contract");
      await button(page, "Acessar contrato").click();
      await expect(page).toHaveURL(/\/contrato$/);
    },
  );
});

it(
  "a visitor without a session downloads no supabase-js before the login",
  { tags: ["full"] },
  async () => {
    const page = await journey.newPage();
    const scripts = new Set<string>();
    page.on("request", (request) => {
      if (request.url().endsWith(".js")) scripts.add(request.url());
    });
    const connecting = async () => {
      const sources = [...scripts].map(async (url) => (await fetch(url)).text());
      return (await Promise.all(sources)).filter((source) => source.includes("GoTrueClient"))
        .length;
    };
    for (const visited of ["/", "/como-funciona", "/simular", "/parceiros"]) {
      await page.goto(journey.stack.siteUrl + visited);
      await hydrate(page);
      await page.waitForLoadState("networkidle");
    }
    expect(scripts.size).toBeGreaterThan(4);
    expect(await connecting()).toBe(0);
    await page.goto(journey.stack.siteUrl + path);
    await hydrate(page);
    await enterAsStaff(page);
    await expect(page).toHaveURL(/\/admin\/simulacoes$/);
    expect(await connecting()).toBeGreaterThan(0);
  },
);
