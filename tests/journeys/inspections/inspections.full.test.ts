// @module-tag full
import { Buffer } from "node:buffer";
import { createCanvas } from "@napi-rs/canvas";
import type { Page } from "@playwright/test";
import { it } from "vitest";
import { textPdf } from "../../../supabase/local/seed/text-pdf.ts";
import { addLandlordAddress } from "../../../supabase/tests/support/add-landlord-address.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
} from "../../support/pages/journey.ts";
import { landlordLink } from "../../support/pages/landlord-leases.ts";
import {
  contractAccount,
  createSession,
  storeContractSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const phone = { width: 360, height: 780 };
const owner = "locador.das.fotos@exemplo.com.br";
const demo = { contractNumber: "PF-2026-4D8A1F0C72", password: "chave-maringa" };

/** Returns a photo with a different colour for each number. */
const photo = (number: number) => {
  const canvas = createCanvas(64, 48);
  const drawing = canvas.getContext("2d");
  drawing.fillStyle = `rgb(${number * 6}, 90, ${255 - number * 6})`;
  drawing.fillRect(0, 0, 64, 48);
  return {
    name: `foto-${number}.jpg`,
    mimeType: "image/jpeg",
    buffer: canvas.toBuffer("image/jpeg"),
  };
};

const card = (page: Page) => page.getByRole("region", { name: "Vistorias e prazo da garantia" });

it("40 photos over a line that breaks five times, to a server that is full once, all arrive once; landlord and staff see them and add their own", async () => {
  const { stack } = journey;
  const { sql, siteUrl } = stack;
  await sql`delete from public.rate_limits`;
  const [contract] = await sql`
    select id, lease_id from public.contracts where contract_number = ${demo.contractNumber}`;
  const id = String(contract?.["id"]);
  const leaseId = String(contract?.["lease_id"]);
  await addLandlordAddress(sql, leaseId, owner);
  const link = await landlordLink(stack, owner);

  const page = await journey.newPage({
    ...phone,
    expectedErrors: [noConnection, refusedByServer, /status of 503/],
  });
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const session = await createSession(stack, await contractAccount(stack, demo));
  await storeContractSession(stack, page, { session, contractNumber: demo.contractNumber });

  // The connection fails five times: twice before an upload arrives, twice after the upload has arrived but before its
  // answer, and once because the phone is offline for a second.
  let sends = 0;
  const full = "Muitos arquivos estão chegando agora. Tente de novo em instantes.";
  await page.route("**/functions/v1/upload-document", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sends += 1;
    if (sends === 3 || sends === 30) return route.abort("connectionreset");
    if (sends === 9 || sends === 17) {
      await route.fetch();
      return route.abort("connectionreset");
    }
    if (sends === 26) {
      return route.fulfill({
        status: 503,
        headers: { "access-control-allow-origin": new URL(siteUrl).origin },
        json: { ok: false, error: { code: "unavailable", message: full } },
      });
    }
    if (sends === 23) {
      await page.context().setOffline(true);
      setTimeout(() => void page.context().setOffline(false), 1_000);
      return route.abort("internetdisconnected");
    }
    return route.continue();
  });
  await page.goto(`${siteUrl}/contrato`);
  const tenant = card(page);
  await expect(tenant).toContainText("A garantia pode ser acionada até");
  await expect(tenant).toContainText(/São \d+ dias contados/);
  await expect(tenant.getByText("Vistoria de entrada do locatário: falta")).toBeVisible();
  await tenant.getByLabel("Qual vistoria").selectOption("Vistoria de entrada");
  await tenant.getByLabel("Cômodo").selectOption("Cozinha");
  await checkAccessibility(page);
  const photos = Array.from({ length: 40 }, (_value, number) => photo(number));
  await tenant.getByLabel("Escolher fotos ou arquivos").setInputFiles(photos);
  await expect(tenant.getByRole("alert")).toContainText("O envio parou.");
  await checkAccessibility(page);
  await expect(tenant.getByText(full)).toBeVisible({ timeout: 120_000 });
  await expect(tenant.getByText("40 de 40 recebidos")).toBeVisible({ timeout: 120_000 });
  expect(sends).toBe(46);
  const [stored] = await sql`
    select count(*)::integer as files, count(distinct file_sha256)::integer as photos
    from public.inspection_files where lease_id = ${leaseId}`;
  expect(stored).toEqual({ files: 40, photos: 40 });
  const [kept] = await sql`
    select count(*)::integer as files from storage.objects as stored
    where exists (select from public.inspection_files as file where file.file_path = stored.name)`;
  expect(kept?.["files"]).toBe(40);
  await expect(tenant.getByText("Vistoria de entrada do locatário: já está aqui")).toBeVisible();
  await tenant.getByText("Vistoria de entrada, locatário (40)").click();
  await expect(tenant.getByText(/Recebido em .+ às .+ · código [0-9A-F]{12}…/)).toHaveCount(40);
  await checkAccessibility(page);
  // Photos that are sent again are not stored a second time.
  await tenant.getByLabel("Escolher fotos ou arquivos").setInputFiles(photos.slice(0, 2));
  await expect(tenant.getByText("42 de 42 recebidos")).toBeVisible();
  await expect(tenant.getByText("Vistoria de entrada, locatário (40)")).toBeVisible();
  expect(addresses.filter((address) => /exemplo|Cozinha/.test(address))).toEqual([]);

  const other = await journey.newPage({ ...phone, expectedErrors: [refusedByServer] });
  await other.goto(link);
  const landlord = card(other);
  await landlord.getByText("Vistoria de entrada, locatário (40)").click();
  await landlord.getByRole("button", { name: "Abrir Cozinha" }).first().click();
  const opened = other.getByRole("dialog", { name: "Cozinha" });
  await expect(opened.getByRole("img", { name: "Cozinha" })).toHaveJSProperty("width", 64);
  await checkAccessibility(other);
  await opened.getByRole("button", { name: "Fechar" }).click();
  await landlord.getByLabel("Qual vistoria").selectOption("Vistoria de saída");
  await landlord.getByLabel("O que mostra").fill("Laudo da imobiliária");
  await landlord.getByLabel("Escolher fotos ou arquivos").setInputFiles([
    {
      name: "laudo.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(textPdf("Laudo", ["Vistoria de saída"])),
    },
    { name: "virus.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ") },
    photo(1),
  ]);
  await expect(landlord.getByText("2 de 3 recebidos")).toBeVisible();
  await expect(landlord.getByRole("alert")).toContainText("Envie um arquivo PDF, JPG ou PNG.");
  await landlord.getByText("Vistoria de saída, locador (2)").click();
  const download = other.waitForEvent("download");
  await landlord.getByRole("button", { name: "Baixar o recibo em PDF" }).last().click();
  expect((await download).suggestedFilename()).toBe("recibo-vistoria-saida-locador.pdf");
  const days = other.waitForEvent("download");
  await other.getByRole("button", { name: "Baixar as datas para a agenda" }).click();
  expect((await days).suggestedFilename()).toBe("datas-da-fianca.ics");

  const desk = await journey.newPage({ width: 1440, height: 900 });
  const staff = await createSession(stack, stack.supabase.accounts.staff);
  await storeStaffSession(stack, desk, staff);
  await desk.goto(`${siteUrl}/admin/contratos#${id}`);
  const part = desk.getByRole("region", { name: "Vistorias" });
  await part.getByText("Vistoria de saída, locador (2)").click();
  await part
    .getByRole("button", { name: "Abrir Imóvel inteiro: Laudo da imobiliária" })
    .first()
    .click();
  await expect(
    desk.getByRole("dialog").getByRole("button", { name: "Baixar o arquivo" }),
  ).toBeVisible();
  await checkAccessibility(desk);
  const [looks] = await sql`
    select array_agg(distinct details ->> 'status' order by details ->> 'status') as sides
    from public.audit_trail where action = 'view-inspection' and subject_id = ${id}`;
  expect(looks?.["sides"]).toEqual(["landlord", "staff"]);
});
