import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { readCodes } from "../../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
} from "../../support/pages/journey.ts";

const journey = startJourney();
const inForce = "7K3MQ9ZT4B0X";
const ended = "2H8RV5NC6W1D";
const specimenTitle = "Este é um exemplo. Não vale como garantia.";

const field = (page: Page) => page.getByLabel("Código da carta");
const verify = (page: Page) => page.getByRole("button", { name: "Verificar" }).click();
const status = (page: Page) => page.getByRole("status");

beforeEach(() => journey.stack.sql`delete from public.rate_limits`);

/** Returns the stored PDF of the demo contract's letter. */
async function storedLetter(): Promise<Buffer> {
  const { supabase, sql } = journey.stack;
  const [row] = await sql`
    select contract_id from public.letters where code = ${inForce}`;
  const response = await fetch(
    `${supabase.url}/storage/v1/object/contract-documents/${row?.["contract_id"]}/carta-de-fianca.pdf`,
    { headers: { apikey: supabase.secretKey, authorization: `Bearer ${supabase.secretKey}` } },
  );
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const drop = (page: Page, bytes: Buffer) =>
  page.evaluate((base64) => {
    const content = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([content], "carta-de-fianca.pdf", { type: "application/pdf" }));
    const place = document.querySelector("input[type=file]");
    for (const type of ["dragover", "drop"]) {
      place?.dispatchEvent(
        new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }),
      );
    }
  }, bytes.toString("base64"));

for (const width of [320, 1440]) {
  describe(`the verification at ${width} px`, width === 320 ? {} : { tags: ["full"] }, () => {
    it("opens the letter as genuine and in force from the code scanned in the PDF", async () => {
      const [scanned = ""] = await readCodes(await storedLetter());
      const { hash, pathname } = new URL(scanned);
      expect(pathname).toBe("/verificar");
      const requested: string[] = [];
      const page = await journey.newPage({ width });
      page.on("request", (request) =>
        requested.push(request.url(), JSON.stringify(request.headers())),
      );
      await page.goto(`${journey.stack.siteUrl}${pathname}${hash}`);
      const letter = page.getByRole("region", { name: "Carta verdadeira" });
      await expect(letter).toBeVisible();
      await expect(letter.getByText("Em vigor", { exact: true })).toBeVisible();
      await expect(letter).toContainText("A. B. R.");
      await expect(letter).toContainText("Maringá, PR");
      await expect(letter).toContainText("15.540,00");
      await expect(letter).toContainText("31/01/2027");
      await expect(page.locator("main")).not.toContainText("Beatriz");
      await expect(field(page)).toHaveValue("7K3M-Q9ZT-4B0X");
      expect(requested.filter((text) => text.includes(inForce))).toEqual([]);
      await checkAccessibility(page);
    });

    it("tells a dropped file from a changed one without sending it", async () => {
      const letter = await storedLetter();
      const changed = Buffer.from(letter);
      changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) + 1;
      const page = await journey.open(`/verificar#${inForce}`, { width });
      await expect(page.getByRole("heading", { name: "Carta verdadeira" })).toBeVisible();
      const requests: string[] = [];
      page.on("request", (request) => {
        if (request.method() !== "GET") requests.push(request.url());
      });
      await drop(page, letter);
      await expect(status(page)).toContainText("É o arquivo que emitimos.");
      await drop(page, changed);
      await expect(status(page)).toContainText("Não é o arquivo que emitimos.");
      await page.locator("input[type=file]").setInputFiles({
        name: "carta.pdf",
        mimeType: "application/pdf",
        buffer: letter,
      });
      await expect(status(page)).toContainText("É o arquivo que emitimos.");
      expect(requests).toEqual([]);
      await checkAccessibility(page);
    });
  });
}

it("a code is typed in any spelling with the keyboard alone", { tags: ["full"] }, async () => {
  const page = await journey.open("/verificar");
  await field(page).focus();
  await page.keyboard.type("7k3m q9zt 4box");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Carta verdadeira" })).toBeVisible();
  expect(new URL(page.url()).hash).toBe(`#${inForce}`);
  await page.keyboard.press("Tab");
  await expect(page.locator("input[type=file]")).toBeFocused();
});

it.each([
  [ended, "ended", "Carta encerrada"],
  [inForce, "cancelled", "Carta cancelada"],
])(
  "a letter (%s) whose contract is %s says so",
  { tags: ["full"] },
  async (code, contractStatus, title) => {
    const { sql } = journey.stack;
    const [before] = await sql`
    select contract.id, contract.status from public.contracts as contract
    join public.letters as letter on letter.contract_id = contract.id where letter.code = ${code}`;
    await sql`update public.contracts set status = ${contractStatus} where id = ${before?.["id"]}`;
    const page = await journey.open(`/verificar#${code}`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    const contact = page.getByRole("main").getByRole("link", { name: "Fale com a gente" });
    await expect(contact).toHaveCount(contractStatus === "cancelled" ? 1 : 0);
    await sql`update public.contracts set status = ${before?.["status"]} where id = ${before?.["id"]}`;
  },
);

it(
  "a letter that waits for its fee is genuine, and not in force until the payment",
  { tags: ["full"] },
  async () => {
    const { sql } = journey.stack;
    const set = (fee: string) => sql`
    update public.contracts set letter_fee = ${fee}
    where id = (select contract_id from public.letters where code = ${inForce})`;
    await set("awaited");
    const page = await journey.open(`/verificar#${inForce}`, { width: 360 });
    const letter = page.getByRole("region", { name: "Carta verdadeira, que ainda não vale" });
    await expect(letter.getByText("Aguardando pagamento", { exact: true })).toBeVisible();
    await set("paid");
    await verify(page);
    await expect(
      page.getByRole("region", { name: "Carta verdadeira" }).getByText("Em vigor", { exact: true }),
    ).toBeVisible();
    await set("apart");
  },
);

it("a wrong code, a malformed code and a lost connection have their own notices and keep the typed text", async () => {
  const page = await journey.open("/verificar", {
    expectedErrors: [refusedByServer, noConnection],
  });
  await field(page).fill("7K3M-Q9ZT");
  await verify(page);
  await expect(page.getByText("Confira o código: são 12 letras e números")).toBeVisible();
  await field(page).fill("000000000000");
  await verify(page);
  await expect(
    page.getByRole("heading", { name: "Nenhuma carta ou recibo tem este código" }),
  ).toBeVisible();
  await expect(field(page)).toHaveValue("0000-0000-0000");
  const contact = page.getByRole("main").getByRole("link", { name: "Fale com a gente" });
  await expect(contact).toHaveAttribute("href", "/contato");
  await page.route("**/functions/v1/verify-letter", (route) => route.abort());
  await field(page).fill(inForce);
  await verify(page);
  await expect(
    page.getByRole("heading", { name: "Não foi possível verificar agora" }),
  ).toBeVisible();
  await checkAccessibility(page);
});

it("the page's specimen verifies as a specimen, not as a letter", { tags: ["full"] }, async () => {
  const page = await journey.open("/verificar", { width: 360 });
  const link = page.getByRole("link", { name: "Veja uma carta de exemplo (PDF)" });
  const response = await page.request.get(await link.evaluate((a: HTMLAnchorElement) => a.href));
  expect(response.headers()["content-type"]).toBe("application/pdf");
  const [scanned = ""] = await readCodes(await response.body());
  const { pathname, hash } = new URL(scanned);
  await page.goto(`${journey.stack.siteUrl}${pathname}${hash}`);
  await expect(page.getByRole("heading", { name: specimenTitle })).toBeVisible();
  await expect(page.getByText("Carta verdadeira")).toHaveCount(0);
  await expect(page.locator("input[type=file]")).toHaveCount(0);
  await checkAccessibility(page);
});

it("the footer leads there, and search engines are kept out", { tags: ["full"] }, async () => {
  const page = await journey.open("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Verificar carta" }).click();
  await expect(page.getByRole("heading", { name: "Verificar carta ou recibo" })).toBeVisible();
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toContain("noindex");
});

describe("a visitor without JavaScript", { tags: ["full"] }, () => {
  it("verifies a code on the page itself, which keeps it out of the address", async () => {
    const page = await journey.newPage({
      width: 360,
      javaScriptEnabled: false,
      expectedErrors: [refusedByServer],
    });
    await page.goto(`${journey.stack.siteUrl}/verificar`);
    await expect(page.getByText("Carregando...")).toBeHidden();
    await field(page).fill("7k3m-q9zt-4b0x");
    await verify(page);
    const letter = page.getByRole("region", { name: "Carta verdadeira" });
    await expect(letter).toBeInViewport();
    await expect(letter).toContainText("15.540,00");
    // A browser needs a script to compare files, so the file field is hidden without scripts.
    await expect(letter.locator("input[type=file]")).toBeHidden();
    expect(page.url()).not.toMatch(/7k3m/i);

    await field(page).fill("7K3M-Q9ZT-4B0Y");
    await verify(page);
    await expect(
      page.getByRole("heading", { name: "Nenhuma carta ou recibo tem este código" }),
    ).toBeVisible();
    await field(page).fill("EXEM-PLO0-0000");
    await verify(page);
    await expect(page.getByRole("heading", { name: specimenTitle })).toBeInViewport();
    await field(page).fill("curto");
    await verify(page);
    await expect(page.locator("#code-erro")).toHaveText(/12 letras e números/);
    await expect(field(page)).toHaveValue("curto");
  });
});
