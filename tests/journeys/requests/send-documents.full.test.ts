// @module-tag full
import { Buffer } from "node:buffer";
import type { Page } from "@playwright/test";
import { beforeAll, describe, it } from "vitest";
import {
  jpegSample,
  pdfSample,
  photoSample,
} from "../../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
  toast,
} from "../../support/pages/journey.ts";
import { addSimulation } from "../../support/pages/staff-data.ts";
import {
  createSession,
  type StoredSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const phone = { width: 360, height: 780 };
let staff: StoredSession;

beforeAll(async () => {
  staff = await createSession(journey.stack, journey.stack.supabase.accounts.staff);
});

/** Opens a request in the staff's review area. */
async function openDetail(name: string): Promise<Page> {
  const page = await journey.newPage({ width: 1440, height: 900 });
  await storeStaffSession(journey.stack, page, staff);
  await page.goto(`${journey.stack.siteUrl}/admin/simulacoes`);
  await page.getByRole("region", { name: "Simulações" }).getByRole("button", { name }).click();
  await expect(page.getByRole("article", { name })).toBeVisible();
  return page;
}

async function linkOf(simulationId: string): Promise<string> {
  const [row] = await journey.stack.sql`select public.tracking_secret(${simulationId}) as secret`;
  return `${journey.stack.siteUrl}/acompanhar#${String(row?.["secret"])}`;
}

const asked = (page: Page, title: string) =>
  page
    .getByRole("region", { name: "Documentos", exact: true })
    .locator(":scope > ul > li")
    .filter({ hasText: title });
const photo = async (name = "foto.jpg") => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.from(await photoSample()),
});

/** Returns to the staff's tab, which then reads the documents again. */
const lookAgain = (office: Page) =>
  office.evaluate(() => void dispatchEvent(new Event("visibilitychange")));

async function ask(simulationId: string, kind = "income"): Promise<void> {
  await journey.stack.sql`
    insert into public.asked_documents (simulation_id, kind) values (${simulationId}, ${kind})`;
}

it("documents are requested, sent from a phone, refused with a reason, sent again and accepted", async () => {
  const email = "dora@exemplo.com.br";
  const name = "Dora Documento";
  await addSimulation(journey.stack, { full_name: name, email });
  const office = await openDetail(name);
  await office.getByRole("button", { name: "Pedir documentos" }).click();
  const dialog = office.getByRole("dialog", { name: "Pedir documentos" });
  await dialog.getByRole("button", { name: "Pedir por e-mail" }).click();
  await expect(dialog.getByText("Escolha ao menos um documento")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Documento de identidade" }).check();
  await dialog.getByRole("checkbox", { name: "Comprovante de renda" }).check();
  await dialog.getByLabel("O que a pessoa precisa saber").fill("Frente e verso, sem cortes.");
  await dialog.getByRole("button", { name: "Ver o e-mail" }).click();
  await expect(dialog.getByText("/acompanhar")).toContainText("Frente e verso, sem cortes.");
  await checkAccessibility(office);
  await dialog.getByRole("button", { name: "Pedir por e-mail" }).click();
  await expect(toast(office, "Pedido de documentos enviado por e-mail")).toBeVisible();
  await expect(office.getByRole("button", { name: "Pedir documentos" })).toBeFocused();
  await expect(asked(office, "Comprovante de renda")).toContainText("Aguardando envio");
  await checkAccessibility(office);

  const { text } = await journey.stack.mail(email, /documentos/);
  expect(text).toContain("Frente e verso, sem cortes.");
  const [link = ""] = /https?:\S+\/acompanhar#[\w-]{22}/.exec(text) ?? [];
  const page = await journey.newPage({ ...phone, expectedErrors: [refusedByServer] });
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto(link);
  const identity = asked(page, "Documento de identidade");
  await expect(identity).toContainText("Frente e verso, sem cortes.");
  // All parts of the page say that the analysis is paused. The page shows the next step instead of an answer date.
  const analysis = page.getByRole("listitem").filter({ hasText: "Em análise" });
  await expect(analysis).toContainText("Pausada");
  await expect(page.getByText("Aguardando você")).toBeVisible();
  await expect(page.getByText("Envie os documentos até")).toBeVisible();
  await expect(page.getByText("Resposta até")).toHaveCount(0);
  await page.getByRole("button", { name: "Enviar os documentos" }).click();
  await expect(page.getByRole("heading", { name: "Documentos" }).first()).toBeFocused();
  await checkAccessibility(page);

  const notADocument = { name: "rg.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ") };
  await identity.getByLabel("Escolher arquivos").setInputFiles(notADocument);
  await expect(identity.getByRole("alert")).toContainText("Envie um arquivo PDF, JPG ou PNG.");
  await checkAccessibility(page);
  await identity.getByRole("button", { name: "Tirar da fila" }).click();
  const back = { ...(await photo("verso.jpg")), buffer: Buffer.from(await jpegSample()) };
  await identity.getByLabel("Escolher arquivos").setInputFiles([await photo(), back]);
  await expect(identity).toContainText("2 de 2 recebidos");
  await expect(identity).toContainText("Em conferência");
  await expect(identity.getByText(/^Arquivo 1: foto JPG, \d+ KB, recebido em/)).toBeVisible();
  await expect(identity.getByText(/^Arquivo 2: /)).toBeVisible();
  await checkAccessibility(page);
  expect(addresses.filter((url) => url.includes(new URL(link).hash.slice(1)))).toEqual([]);

  await lookAgain(office);
  await expect(asked(office, "Documento de identidade")).toContainText("A conferir");
  await expect(asked(office, "Documento de identidade")).toContainText("2 arquivos");
  await office.getByRole("button", { name: "Abrir (Documento de identidade)" }).click();
  const viewer = office.getByRole("dialog", { name: "Documento de identidade" });
  // Both files are shown below each other, in the order in which they were sent.
  const first = viewer.getByRole("region", { name: "Arquivo 1 de 2", exact: true });
  const second = viewer.getByRole("region", { name: "Arquivo 2 de 2", exact: true });
  await expect(first.getByRole("img", { name: "Imagem" })).toHaveJSProperty("width", 32);
  await expect(second.getByRole("img", { name: "Imagem" })).toHaveJSProperty("width", 48);
  await checkAccessibility(office);
  await viewer.getByRole("button", { name: "Fechar" }).click();
  await office.getByRole("button", { name: "Recusar (Documento de identidade)" }).click();
  const refusal = office.getByRole("dialog", { name: "Recusar: Documento de identidade" });
  await refusal.getByLabel("O que está errado").fill("O verso está cortado.");
  await refusal.getByRole("button", { name: "Recusar e avisar" }).click();
  await expect(asked(office, "Documento de identidade")).toContainText("Recusado");
  await expect
    .poll(async () => (await journey.stack.mails(email)).map((mail) => mail.text).join())
    .toContain("O verso está cortado.");

  await page.reload();
  await expect(identity).toContainText("O verso está cortado.");
  await checkAccessibility(page);
  const pdf = {
    name: "rg.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(await pdfSample()),
  };
  await identity.getByLabel("Enviar outros arquivos").setInputFiles(pdf);
  await expect(identity).toContainText("Em conferência");
  for (const left of [2, 1]) {
    await identity.getByRole("button", { name: /^Remover 1 / }).click();
    await expect(identity.locator(":focus")).toContainText("Arquivo removido.");
    await expect(identity.getByRole("button", { name: /^Remover / })).toHaveCount(left);
  }
  await lookAgain(office);
  await expect(asked(office, "Documento de identidade")).toContainText("1 arquivo");
  await office.getByRole("button", { name: "Abrir (Documento de identidade)" }).click();
  await expect(
    viewer.getByRole("img", { name: /Página 1 de 1: Comprovante de renda/ }),
  ).toBeVisible();
  await expect(viewer.getByText("Abrindo o documento...")).toHaveCount(0);
  // The document is as wide as the window and can be enlarged to twice that width.
  const sheet = viewer.getByRole("img", { name: /Página 1 de 1/ });
  const width = async () => (await sheet.boundingBox())?.width ?? 0;
  const before = await width();
  expect(before).toBeGreaterThan(800);
  await viewer.getByRole("button", { name: "Ampliar" }).click();
  await expect.poll(width).toBeCloseTo(2 * before, -1);
  await checkAccessibility(office);
  const download = office.waitForEvent("download");
  await viewer.getByRole("button", { name: "Baixar o arquivo" }).click();
  expect((await download).suggestedFilename()).toBe("Documento de identidade.pdf");
  await viewer.getByRole("button", { name: "Fechar" }).click();
  await office.getByRole("button", { name: "Aceitar (Documento de identidade)" }).click();
  await expect(asked(office, "Documento de identidade")).toContainText("Aceito");
  await page.reload();
  await expect(identity).toContainText("Aceito");
  await expect(identity.getByLabel("Acrescentar arquivos")).toHaveCount(0);
  await expect(identity.getByRole("button", { name: /^Remover / })).toHaveCount(0);
});

describe("an upload in progress", () => {
  it("can be cancelled, and one that lost its connection goes on without choosing the file again", async () => {
    const id = await addSimulation(journey.stack, { full_name: "Caio Cancela" });
    await ask(id);
    const page = await journey.newPage({
      ...phone,
      expectedErrors: [refusedByServer, noConnection],
    });
    await page.goto(await linkOf(id));
    const income = asked(page, "Comprovante de renda");
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/functions/v1/upload-document", async (route) => {
      await held;
      await route.abort();
    });
    await income.getByLabel("Escolher arquivos").setInputFiles(await photo());
    await expect(income.getByRole("progressbar")).toBeVisible();
    await checkAccessibility(page);
    await income.getByRole("button", { name: "Cancelar envio" }).click();
    await expect(income.getByRole("progressbar")).toHaveCount(0);
    await expect(income).not.toContainText("foto.jpg");
    await income.getByLabel("Escolher arquivos").setInputFiles(await photo());
    release();
    await expect(income.getByRole("alert")).toContainText("O envio parou.");
    await page.unroute("**/functions/v1/upload-document");
    await income.getByRole("button", { name: "Continuar agora" }).click();
    await expect(income).toContainText("1 de 1 recebidos");
  });

  it("the file picker is reached and named with the keyboard, at 320 px", async () => {
    const id = await addSimulation(journey.stack, { full_name: "Tereza Teclado" });
    await ask(id);
    const page = await journey.newPage({ width: 320, height: 640 });
    // Starts listening before the page loads. The browser opens a file chooser only when a listener exists at the
    // time of the key press.
    const chooser = page.waitForEvent("filechooser");
    await page.goto(await linkOf(id));
    const picker = asked(page, "Comprovante de renda").getByLabel("Escolher arquivos");
    await picker.focus();
    await expect(picker).toBeFocused();
    await page.keyboard.press("Enter");
    await (await chooser).setFiles(await photo());
    await expect(asked(page, "Comprovante de renda")).toContainText("Em conferência");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
  });
});
