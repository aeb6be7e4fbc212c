import * as pages from "../../web/pages/private-routes.ts";
import { payableAnswers, paymentAnswers, statementAnswers } from "./money-answers.ts";
import { type Screen, shows } from "./screen.ts";
import {
  addressAnswers,
  auditAnswers,
  answerWith,
  documentAnswers,
  landlordAnswers,
  mailAnswers,
  messageAnswers,
  partnershipAnswers,
} from "./staff-answers.ts";

const emptyQueue = { json: { rows: [], counts: null, undoSeconds: 10 } };

/** Bank statement in OFX format with four credits and a debit. */
const movements = [
  { amount: "540.15", memo: "PIX RECEBIDO ANA MARCIA PF20260A1B2C3D4EP02" },
  { amount: "900.00", memo: "PIX RECEBIDO BRUNO TAVARES PF20261B2C3D4E5F" },
  { amount: "50.00", memo: "DEPOSITO EM DINHEIRO" },
  { amount: "-300.00", memo: "PIX ENVIADO ANA MARCIA" },
  { amount: "540.15", memo: "PIX RECEBIDO ANA MARCIA PF20260A1B2C3D4EP01" },
];
const statement = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:UTF-8

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>001<ACCTID>12345</BANKACCTFROM><BANKTRANLIST>
${movements
  .map(
    ({ amount, memo }, index) =>
      `<STMTTRN><TRNTYPE>${amount.startsWith("-") ? "DEBIT" : "CREDIT"}<DTPOSTED>20261120<TRNAMT>${amount}<FITID>${index}<MEMO>${memo}</STMTTRN>`,
  )
  .join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

/** Screens that staff see. */
export const staffScreens: readonly Screen[] = [
  {
    name: "simulacoes",
    title: "Equipe: simulações",
    path: pages.reviewSimulations.path,
    as: "staff",
    act: shows(/^falta|^atrasad/),
  },
  {
    name: "simulacoes-detalhe",
    title: "Equipe: uma simulação",
    path: pages.reviewSimulations.path,
    as: "staff",
    async act(page) {
      await page.getByRole("button", { name: /^Mariana Costa e Silva/ }).click();
      await shows("Aprovar e Enviar Email")(page);
    },
  },
  {
    name: "simulacoes-condicoes",
    title: "Equipe: aprovar com condições",
    path: pages.reviewSimulations.path,
    as: "staff",
    windowOnly: true,
    async act(page) {
      await page.getByRole("button", { name: /^Mariana Costa e Silva/ }).click();
      await page.getByRole("button", { name: "Aprovar com condições" }).click();
    },
  },
  {
    name: "simulacoes-documentos",
    title: "Equipe: documentos de uma simulação",
    path: pages.reviewSimulations.path,
    as: "staff",
    arrange: answerWith(documentAnswers),
    async act(page) {
      await page.getByRole("region", { name: "Simulações" }).getByRole("button").first().click();
      await shows("O verso está cortado.")(page);
    },
  },
  {
    name: "simulacoes-vazia",
    title: "Equipe: nenhuma simulação",
    path: pages.reviewSimulations.path,
    as: "staff",
    windowOnly: true,
    arrange: (page) =>
      page.route("**/rest/v1/rpc/queue_page*", (route) => route.fulfill(emptyQueue)),
    act: shows("Nenhuma simulação encontrada"),
  },
  {
    name: "contratos",
    title: "Equipe: contratos",
    path: pages.staffContracts.path,
    as: "staff",
    async act(page) {
      await page.getByRole("button", { name: /Ana Beatriz Ribeiro/ }).click();
      await page.getByRole("heading", { name: "Histórico" }).waitFor();
    },
  },
  {
    name: "contratos-lista",
    title: "Equipe: contratos, a lista",
    path: pages.staffContracts.path,
    as: "staff",
    async act(page) {
      await page.getByText("Todos").click();
      await page.getByText("2 contratos").waitFor();
    },
  },
  {
    name: "contratos-emails",
    title: "Equipe: e-mails de locadores a conferir",
    path: pages.staffContracts.path,
    as: "staff",
    arrange: answerWith(addressAnswers),
    async act(page) {
      await page.getByText("E-mails a conferir").click();
      await page.getByRole("button", { name: /rosana.lima/ }).click();
      await shows("O que comparar")(page);
    },
  },
  {
    name: "locador-equipe",
    title: "Equipe: um locador",
    path: `${pages.staffSearch.path}#${landlordAnswers.landlord_detail.id}`,
    as: "staff",
    arrange: answerWith(landlordAnswers),
    act: shows("Anotações"),
  },
  {
    name: "pagamentos",
    title: "Equipe: recebimentos",
    path: pages.staffPayments.path,
    as: "staff",
    arrange: answerWith(paymentAnswers),
    async act(page) {
      await page.getByRole("button", { name: /Ana Márcia/ }).click();
      await shows("PF20260A1B2C3D4EP02")(page);
    },
  },
  {
    name: "a-pagar",
    title: "Equipe: a pagar",
    path: pages.staffPayables.path,
    as: "staff",
    arrange: answerWith(payableAnswers),
    async act(page) {
      await page.getByRole("button", { name: /Ana Márcia/ }).click();
      await shows("RC-2026-7VZN767J")(page);
    },
  },
  {
    name: "extrato",
    title: "Equipe: extrato",
    path: pages.staffStatement.path,
    as: "staff",
    arrange: answerWith(statementAnswers),
    async act(page) {
      await page.getByLabel("Arquivo do banco").setInputFiles({
        name: "extrato-novembro.ofx",
        mimeType: "application/x-ofx",
        buffer: Buffer.from(statement),
      });
      await shows("Bruno Tavares")(page);
    },
  },
  {
    name: "parcerias",
    title: "Equipe: pedidos de parceria",
    path: pages.staffPartnerships.path,
    as: "staff",
    arrange: answerWith(partnershipAnswers),
    async act(page) {
      await page.getByRole("button", { name: /Imobiliária Horizonte/ }).click();
      await page.getByRole("heading", { name: "Histórico" }).waitFor();
    },
  },
  {
    name: "parcerias-lista",
    title: "Equipe: pedidos de parceria, a lista",
    path: pages.staffPartnerships.path,
    as: "staff",
    arrange: answerWith(partnershipAnswers),
    act: shows("3 pedidos"),
  },
  {
    name: "mensagens",
    title: "Equipe: mensagens",
    path: pages.staffMessages.path,
    as: "staff",
    arrange: answerWith(messageAnswers),
    async act(page) {
      await page.getByRole("button", { name: /Dúvida/ }).click();
      await page.getByRole("heading", { name: "Histórico" }).waitFor();
    },
  },
  {
    name: "emails-parados",
    title: "Equipe: e-mails que não saíram",
    path: pages.staffMail.path,
    as: "staff",
    arrange: answerWith(mailAnswers),
    act: shows("não foram entregues"),
  },
  {
    name: "equipe",
    title: "Equipe: contas",
    path: pages.staffTeam.path,
    as: "staff",
    act: shows("Conta criada em"),
  },
  {
    name: "limites",
    title: "Equipe: limites",
    path: pages.staffLimits.path,
    as: "staff",
    act: shows("Mudar os limites"),
  },
  {
    name: "auditoria",
    title: "Equipe: auditoria",
    path: pages.staffAudit.path,
    as: "staff",
    arrange: answerWith(auditAnswers),
    act: shows("tentou sem permissão"),
  },
  {
    name: "seguranca",
    title: "Equipe: verificação em duas etapas",
    path: pages.staffSecurity.path,
    as: "staff",
    async act(page) {
      await page.getByRole("button", { name: "Começar" }).click();
      await page.getByRole("img", { name: /Código QR/ }).waitFor();
    },
  },
  {
    name: "aguardando-liberacao",
    title: "Equipe: aguardando liberação",
    path: pages.reviewSimulations.path,
    as: "pendingStaff",
    windowOnly: true,
    act: shows("Aguardando liberação"),
  },
];
