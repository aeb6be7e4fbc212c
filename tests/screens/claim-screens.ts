import type { Page } from "@playwright/test";
import type { ClaimDetail } from "#contracts/claims/claim-staff.ts";
import { photoSample } from "../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import * as pages from "../../web/pages/private-routes.ts";
import {
  area,
  contractId,
  detail,
  hearing,
  inspections,
  reviewed,
  staffAnswers,
} from "./claim-answers.ts";
import { type Screen, answerFunction, shows } from "./screen.ts";
import { answerWith } from "./staff-answers.ts";

const link = `${pages.landlordArea.path}#${"A".repeat(22)}`;
const answerLandlord = answerFunction("landlord-area", area);

/** Answers the requests of the tenant's page with a claim for the contract that the page shows. */
async function answerTenant(page: Page): Promise<void> {
  await answerWith({ my_inspections: inspections })(page);
  let shown = contractId;
  await page.route("**/rest/v1/contracts*", async (route) => {
    const response = await route.fetch();
    shown = /"id":"([\w-]+)"/.exec(await response.text())?.[1] ?? shown;
    await route.fulfill({ response });
  });
  await page.route("**/rest/v1/rpc/my_claims", (route) =>
    route.request().method() === "OPTIONS"
      ? route.continue()
      : route.fulfill({
          headers: { "access-control-allow-origin": "*" },
          json: [
            { ...hearing, contractId: shown, may: { ...hearing.may, answer: true, done: true } },
          ],
        }),
  );
}

/** Returns a function that answers the requests of the staff's claims page with a claim and with a photo. */
const arrangeDesk = (claim: ClaimDetail) => async (page: Page) => {
  await answerWith({ ...staffAnswers, claim_detail: claim })(page);
  const url = "/foto-da-vistoria.jpg";
  await answerFunction("open-case-file", () => ({ url: new URL(url, page.url()).href }))(page);
  const body = Buffer.from(await photoSample());
  await page.route(`**${url}`, (route) => route.fulfill({ contentType: "image/jpeg", body }));
};

/** Screens that landlord, tenant and staff see during a claim. */
export const claimScreens: readonly Screen[] = [
  {
    name: "locador-vistorias",
    title: "Área do locador, com vistorias e um pedido",
    path: link,
    arrange: answerLandlord,
    act: shows("Vistorias e prazo da garantia"),
  },
  {
    name: "locador-acionar",
    title: "Acionar a garantia",
    path: link,
    arrange: answerLandlord,
    async act(page) {
      await page.getByRole("button", { name: /^Acionar a garantia/ }).click();
      await shows("Conta para receber")(page);
    },
  },
  {
    name: "locador-pedido",
    title: "Um pedido decidido, para o locador",
    path: link,
    arrange: answerLandlord,
    async act(page) {
      await page.getByRole("button", { name: /^Ver o pedido/ }).click();
      await shows("Não concorda com a decisão?")(page);
    },
  },
  {
    name: "contrato-acionado",
    title: "Meu contrato, com vistorias e a garantia acionada",
    path: pages.contract.path,
    as: "tenant",
    arrange: answerTenant,
    act: shows("Ver e responder"),
  },
  {
    name: "contrato-pedido",
    title: "Um pedido, para o locatário responder",
    path: pages.contract.path,
    as: "tenant",
    arrange: answerTenant,
    async act(page) {
      await page.getByRole("button", { name: /^Ver e responder/ }).click();
      await shows("A sua resposta (1)")(page);
    },
  },
  {
    name: "acionamentos",
    title: "Equipe: acionamentos, a lista",
    path: pages.staffClaims.path,
    as: "staff",
    arrange: arrangeDesk(detail),
    act: shows("Segunda conferência"),
  },
  {
    name: "acionamentos-decidir",
    title: "Equipe: decidir um acionamento",
    path: `${pages.staffClaims.path}#${detail.id}`,
    as: "staff",
    arrange: arrangeDesk(detail),
    async act(page) {
      await page.getByLabel("Cômodo").selectOption("bedroom");
      await page.getByLabel("Páginas: Vistoria de saída").waitFor();
      await page.getByRole("button", { name: "Aprovar tudo do item 1" }).click();
      await page.getByLabel("Valor aprovado do item 2").fill("900,00");
    },
  },
  {
    name: "acionamentos-revisao",
    title: "Equipe: decidir a revisão pedida pelas duas partes",
    path: `${pages.staffClaims.path}#${detail.id}`,
    as: "staff",
    arrange: arrangeDesk(reviewed),
    act: shows("Pedidos de revisão"),
  },
];
