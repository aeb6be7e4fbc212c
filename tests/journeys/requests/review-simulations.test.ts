import type { Locator, Page } from "@playwright/test";
import { afterEach, beforeAll, describe, it } from "vitest";
import { simulationRequest } from "../../../supabase/tests/support/sample-rows.ts";
import type { VisitOptions } from "../../support/pages/browser.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { forcedLook } from "../../support/pages/forced-look.ts";
import type { FullStack } from "../../support/stacks/full-stack.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import { addSimulation, addStaff } from "../../support/pages/staff-data.ts";
import {
  contractAccount,
  createSession,
  type StoredSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const refused = /status of (4|5)\d\d/;

const journey = startJourney();
let stack: FullStack;
let staff: StoredSession;

/** Opens the review area with a staff session. When `session` is missing, nobody is signed in. */
async function openReview(
  session?: StoredSession,
  options: VisitOptions & { looksBySchedule?: boolean } = {},
): Promise<Page> {
  const page = await journey.newPage(options);
  if (options.looksBySchedule === false) await page.addInitScript(stopLookingBySchedule);
  if (session) await storeStaffSession(stack, page, session);
  await page.goto(`${stack.siteUrl}/admin/simulacoes`);
  return page;
}

/** Disables periodic polling, so that only an event can make a change appear. */
function stopLookingBySchedule(): void {
  const { setInterval } = window;
  const often = (work: () => void, milliseconds = 0) =>
    milliseconds < 5_000 ? setInterval(work, milliseconds) : 0;
  Object.assign(window, { setInterval: often });
}

const card = (page: Page, name: string): Locator => page.getByRole("article", { name });
const line = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: "Simulações" }).getByRole("button", { name });

/** Opens a simulation from the list. */
async function open(page: Page, name: string): Promise<Locator> {
  await line(page, name).click();
  return card(page, name);
}
const approve = (of: Locator) => of.getByRole("button", { name: "Aprovar e Enviar Email" });

beforeAll(async () => {
  ({ stack } = journey);
  staff = await createSession(stack, stack.supabase.accounts.staff);
});
afterEach(async () => {
  await stack.sql`delete from public.simulations where full_name like 'Pessoa Paginada%'`;
});

describe("the review area", () => {
  it("sends a visitor to the login, and back here after it", async () => {
    const page = await openReview();
    await expect(page.getByRole("alert")).toContainText(
      "Você precisa estar logado para acessar esta página",
    );
    await expect(page).toHaveURL(`${stack.siteUrl}/login?voltar=%2Fadmin%2Fsimulacoes`);
    const { email, password } = stack.supabase.accounts.staff;
    await page.getByRole("textbox", { name: "E-mail" }).fill(email);
    await page.getByLabel("Senha").first().fill(password);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await expect(page).toHaveURL(`${stack.siteUrl}/admin/simulacoes`);
    await expect(line(page, "Mariana Costa e Silva")).toBeVisible();
    expect(await page.getByText("Você precisa estar logado").count()).toBe(0);
  });

  it(
    "keeps a new account waiting, and admits it once it is released",
    { tags: ["full"] },
    async () => {
      const account = await addStaff(stack, "pending");
      const page = await openReview(await createSession(stack, account), { width: 360 });
      await expect(page.getByRole("heading", { name: "Aguardando liberação" })).toBeVisible();
      await expect(page.getByRole("article")).toHaveCount(0);
      await checkAccessibility(page);
      await stack.sql`update public.staff set status = 'active' where email = ${account.email}`;
      await expect(line(page, "Mariana Costa e Silva")).toBeVisible();
    },
  );

  it("shows on a card that another request has its CPF", { tags: ["full"] }, async () => {
    for (const fullName of ["Pessoa Paginada Um", "Pessoa Paginada Dois"]) {
      const request = simulationRequest({ fullName, cpf: "11144477735" });
      await stack.sql`
        select public.submit_simulation(${stack.sql.json(request)}, ${fullName}, '1')`;
    }
    const page = await openReview(staff, { width: 360 });
    const flag = "Outro pedido com este CPF";
    await expect(line(page, "Pessoa Paginada Um")).toContainText("CPF repetido");
    await expect(line(page, "Mariana Costa e Silva")).not.toContainText("CPF repetido");
    const own = await open(page, "Pessoa Paginada Um");
    await expect(own).toContainText(flag);
    const others = own.getByRole("list").filter({ hasText: "mesmo CPF" });
    await others.getByRole("button").first().click();
    await expect(card(page, "Pessoa Paginada Dois")).toContainText(flag);
    await checkAccessibility(page);
  });

  it("informs a disabled account that it is disabled", { tags: ["full"] }, async () => {
    const page = await openReview(await createSession(stack, await addStaff(stack, "disabled")));
    await expect(page.getByRole("heading", { name: "Acesso desativado" })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Sair" }).click();
    await expect(page.getByText("Logout realizado com sucesso")).toBeVisible();
    await expect(page).toHaveURL(`${stack.siteUrl}/area-cliente`);
  });

  it(
    "closes an open page at the first refusal after the account is disabled",
    { tags: ["full"] },
    async () => {
      const account = await addStaff(stack, "active");
      const page = await openReview(await createSession(stack, account), {
        expectedErrors: [refused],
        looksBySchedule: false,
      });
      await expect(line(page, "Mariana Costa e Silva")).toBeVisible();
      await stack.sql`update public.staff set status = 'disabled' where email = ${account.email}`;
      await page.getByText("Aprovadas").click();
      await expect(page.getByRole("heading", { name: "Acesso desativado" })).toBeVisible();
      await expect(page.getByRole("article")).toHaveCount(0);
    },
  );

  it("shows nothing to a tenant's session", { tags: ["full"] }, async () => {
    const [contract] = stack.supabase.accounts.contracts;
    if (!contract) throw new Error("The seed has contracts.");
    const session = await createSession(stack, await contractAccount(stack, contract));
    const page = await openReview(session);
    await expect(page.getByRole("heading", { name: "Esta conta não tem acesso" })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
  });

  it("sends a revoked session to the login", { tags: ["full"] }, async () => {
    const session = await createSession(stack, await addStaff(stack, "active"));
    const page = await openReview(
      { ...session, expires_at: 1, refresh_token: "revogado" },
      { expectedErrors: [refused] },
    );
    await expect(page.getByRole("alert")).toContainText(
      "Você precisa estar logado para acessar esta página",
    );
    await expect(page).toHaveURL(/\/login\?voltar=/);
  });
});

describe("the list", () => {
  it("shows each simulation as in section 2, newest first", async () => {
    const page = await openReview(staff);
    await expect(
      page.getByRole("heading", { level: 1, name: "Gerenciar Simulações" }),
    ).toBeVisible();
    await expect(page.getByText("Visualize e aprove simulações de fiança")).toBeVisible();
    await page.getByText("Todas").click();
    const lines = page.getByRole("region", { name: "Simulações" }).getByRole("listitem");
    await expect(lines.first()).toContainText("Mariana Costa e Silva");
    const first = await open(page, "Mariana Costa e Silva");
    await expect(first.getByRole("heading", { level: 2 })).toHaveText("Mariana Costa e Silva");
    await expect(first.locator("time")).toHaveText(/^\d{1,2} de \p{L}+ de \d{4} às \d\d:\d\d$/u);
    await expect(first.getByText("Pendente")).toBeVisible();
    await expect(first).toContainText("Aluguel sobre a renda: 33,3%");
    const data = await first.locator("dl > div").allInnerTexts();
    expect(data.map((datum) => datum.replaceAll("\u00a0", " ").split("\n"))).toEqual([
      ["E-mail", "simulacao1@exemplo.com.br"],
      ["Telefone", "(44) 99999-1000"],
      ["CPF", "390.533.447-05"],
      ["Data de nascimento", "15/01/1980"],
      ["Renda mensal", "R$ 4.950,00"],
      ["Profissão", "Profissional autônomo"],
      ["Endereço do imóvel", "Rua das Acácias, 120, Centro"],
      ["Cidade do imóvel", "Maringá"],
      ["Estado do imóvel", "PR"],
      ["Tipo do imóvel", "Apartamento"],
      ["Valor do aluguel", "R$ 1.650,00"],
      ["Nome do proprietário", "Helena Duarte Prado"],
      ["Contato do proprietário", "(44) 98888-0000"],
    ]);
    await expect(first.getByRole("heading", { name: "Observações" })).toBeVisible();
    const other = await open(page, "Rafael Antônio Souza");
    await expect(other.getByRole("heading", { level: 2 })).toBeVisible();
    await expect(other.getByText("Observações")).toHaveCount(0);
    const approved = await open(page, "Diego Martins Araújo");
    await expect(approved.getByText("Aprovado", { exact: true })).toBeVisible();
    await expect(approve(approved)).toHaveCount(0);
    const rejected = await open(page, "Bruno Henrique Lima");
    await expect(rejected.getByText("Rejeitado")).toBeVisible();
    await checkAccessibility(page);
  });

  it("shows who sent and who saw each simulation", { tags: ["full"] }, async () => {
    const page = await openReview(staff, { width: 360 });
    const first = await open(page, "Mariana Costa e Silva");
    await first.getByText("Histórico").click();
    const entries = first.getByRole("group").getByRole("listitem");
    await expect(entries.last()).toContainText("Simulação enviada pelo site");
    await expect(entries.filter({ hasText: "Equipe Payser viu os dados" }).first()).toBeVisible();
    await checkAccessibility(page);
  });

  it("is searched by status, name, CPF and e-mail, which stay out of the address", async () => {
    const page = await openReview(staff, { width: 360 });
    const lines = page.getByRole("region", { name: "Simulações" }).getByRole("listitem");
    await page.getByText("Rejeitadas").click();
    await expect(lines).toHaveCount(1);
    await expect(lines).toContainText("Bruno Henrique Lima");
    const search = page.getByRole("searchbox", {
      name: "Buscar por nome, CPF, e-mail ou protocolo",
    });
    for (const [typed, found] of [
      ["luiza fern", "Luíza Fernandes"],
      ["714.287.938-60", "Diego Martins Araújo"],
      ["SIMULACAO5@", "Patrícia Gonçalves"],
    ] as const) {
      await search.fill(typed);
      await expect(lines).toHaveCount(1);
      await expect(lines).toContainText(found);
    }
    await checkAccessibility(page);
    await search.fill("ninguém com este nome");
    await expect(page.getByText("Nenhuma simulação encontrada")).toBeVisible();
    await checkAccessibility(page);
    expect(page.url()).toBe(`${stack.siteUrl}/admin/simulacoes`);
  });

  it("shows the chosen chip and the open page in forced colours", { tags: ["full"] }, async () => {
    const page = await openReview(staff);
    await page.emulateMedia({ forcedColors: "active" });
    await page.getByText("Aprovadas").click();
    await expect(line(page, "Diego Martins Araújo")).toBeVisible();
    await page.mouse.move(0, 0);
    const chips = page.getByRole("group", { name: "Situação" });
    const links = page.getByRole("navigation", { name: "Área da equipe" });
    const chip = (name: string) => forcedLook(chips.getByText(name));
    const link = (name: string) => forcedLook(links.getByRole("link", { name }));
    expect(await chip("Todas")).toBe(await chip("Rejeitadas"));
    expect(await chip("Aprovadas")).not.toBe(await chip("Todas"));
    expect(await link("Equipe")).toBe(await link("Minha conta"));
    expect(await link("Simulações")).not.toBe(await link("Equipe"));
  });

  it("continues fifty at a time with the keyboard's focus", { tags: ["full"] }, async () => {
    for (let index = 0; index < 105; index += 1) {
      await addSimulation(stack, { full_name: `Pessoa Paginada ${index}` });
    }
    const page = await openReview(staff);
    const filtered = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes("pessoa paginada")),
    );
    await page.getByRole("searchbox").fill("pessoa paginada");
    await filtered;
    const lines = page.getByRole("region", { name: "Simulações" }).getByRole("listitem");
    await expect(lines).toHaveCount(50);
    const more = page.getByRole("button", { name: "Carregar mais" });
    await more.press("Enter");
    await expect(lines).toHaveCount(100);
    await expect(lines.nth(50)).toBeFocused();
    await more.press("Enter");
    await expect(lines).toHaveCount(105);
    await expect(more).toHaveCount(0);
    const shown = await lines.evaluateAll((all) =>
      all.map(({ textContent }) =>
        Number(/Paginada (\d+?)(?=PS-|falt|atras)/.exec(textContent)?.[1]),
      ),
    );
    expect(shown).toEqual(Array.from({ length: 105 }, (_, index) => 104 - index));
  });

  it(
    "shows a spinner, and adds others' simulations without a reload",
    { tags: ["full"] },
    async () => {
      const page = await openReview();
      let answer = () => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route("**/rest/v1/rpc/queue_page", async (route) => {
        await held;
        await route.continue();
      });
      await storeStaffSession(stack, page, staff);
      await page.goto(`${stack.siteUrl}/admin/simulacoes`);
      await expect(page.getByText("Carregando simulações...")).toBeVisible();
      await checkAccessibility(page);
      answer();
      await expect(line(page, "Mariana Costa e Silva")).toBeVisible();
      const id = await addSimulation(stack, { full_name: "Chegou Agora Mesmo" });
      await expect(line(page, "Chegou Agora Mesmo")).toBeVisible();
      await stack.sql`delete from public.simulations where id = ${id}`;
    },
  );
});
