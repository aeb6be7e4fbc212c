import * as pages from "../../web/pages/private-routes.ts";
import { day } from "../../supabase/tests/support/sample-rows.ts";
import { area, guarantee, landlordReview, tenantReview } from "./claim-answers.ts";
import {
  agency,
  answerContract,
  answerLandlord,
  answerTenant,
  contested,
  ending,
  reading,
  running,
} from "./lease-answers.ts";
import { type Screen, answerFunction, shows } from "./screen.ts";

const link = `${pages.landlordArea.path}#${"A".repeat(22)}`;

/** Screens of a lease: the landlord's list and page, the end of a lease, and its periods. */
export const leaseScreens: readonly Screen[] = [
  {
    name: "locador",
    title: "Área do locador, a lista de uma imobiliária",
    path: link,
    arrange: answerFunction("landlord-area", agency),
    act: shows("As outras locações"),
  },
  {
    name: "locador-so-le",
    title: "Área do locador, um e-mail que só lê",
    path: link,
    arrange: answerLandlord(reading, { standing: "reads" }),
    act: shows("este e-mail só lê"),
  },
  {
    name: "locador-chaves",
    title: "Área do locador, o dia das chaves a confirmar",
    path: link,
    arrange: answerLandlord(
      { ...running, handover: ending },
      { waitsFor: "handover", until: day(5) },
    ),
    act: shows("Foi outro dia"),
  },
  {
    name: "locador-revisao",
    title: "Um pedido em revisão, para o locador responder",
    path: link,
    arrange: answerFunction("landlord-area", {
      ...area,
      lease: { ...guarantee, claims: [landlordReview] },
    }),
    async act(page) {
      await page.getByRole("button", { name: /^Ver o pedido/ }).click();
      await shows("O locatário pediu a revisão")(page);
    },
  },
  {
    name: "contrato-vigencias",
    title: "Meu contrato, com duas vigências e um pedido",
    path: pages.contract.path,
    as: "tenant",
    arrange: answerTenant({ claims: [tenantReview], former: true }),
    act: shows("PF-2025-1B2C3D4E5F"),
  },
  {
    name: "contrato-revisao",
    title: "Um pedido em revisão, para o locatário responder",
    path: pages.contract.path,
    as: "tenant",
    arrange: answerTenant({ claims: [tenantReview] }),
    async act(page) {
      await page.getByRole("button", { name: /^Ver (?:e responder|o pedido)/ }).click();
      await shows("O locador pediu a revisão")(page);
    },
  },
  {
    name: "contrato-encerrar",
    title: "Meu contrato, pedir o encerramento",
    path: pages.contract.path,
    as: "tenant",
    windowOnly: true,
    arrange: answerTenant({}),
    async act(page) {
      await page.getByRole("button", { name: "Pedir o encerramento" }).click();
      await page.getByLabel("Por que o contrato termina?").selectOption("moved-out");
    },
  },
  {
    name: "contrato-encerramento",
    title: "Meu contrato, com dias diferentes para as chaves",
    path: pages.contract.path,
    as: "tenant",
    arrange: answerTenant({ asked: contested }),
    act: shows("As partes informaram dias diferentes"),
  },
  {
    name: "contratos-encerramento",
    title: "Equipe: confirmar um encerramento com dias diferentes",
    path: pages.staffContracts.path,
    as: "staff",
    arrange: answerContract(contested),
    async act(page) {
      await page.getByRole("button", { name: /Ana Beatriz Ribeiro/ }).click();
      await shows("As partes informam dias diferentes")(page);
    },
  },
];
