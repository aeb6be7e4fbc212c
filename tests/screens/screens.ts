import type { Page } from "@playwright/test";
import * as privatePages from "../../web/pages/private-routes.ts";
import * as publicPages from "../../web/pages/routes.ts";
import { hydrate } from "../support/pages/hydrate.ts";
import { claimScreens } from "./claim-screens.ts";
import { leaseScreens } from "./lease-screens.ts";
import { requestScreens, tracked } from "./request-screens.ts";
import { type Screen, shows } from "./screen.ts";
import { staffScreens } from "./staff-screens.ts";

const pages = { ...publicPages, ...privatePages };

const never = () => new Promise<void>(() => undefined);
const emptyList = { contentType: "application/json", body: "[]" };

const submit = (label: string) => async (page: Page) => {
  await hydrate(page);
  await page.getByRole("button", { name: label }).click();
};
const openTab = async (page: Page) => {
  await hydrate(page);
  await page.getByRole("tab").nth(1).click();
};

const caseScreens = [...leaseScreens, ...claimScreens];

/** Every screen of the product in each state that a reviewer should see. */
export const screens: readonly Screen[] = [
  { name: "inicio", title: "Início", path: pages.home.path },
  {
    name: "menu",
    title: "Menu aberto",
    path: pages.home.path,
    windowOnly: true,
    act: (page) => page.locator("header summary:visible").first().click(),
  },
  { name: "quem-somos", title: "Quem somos", path: pages.about.path },
  { name: "como-funciona", title: "Como funciona", path: pages.howItWorks.path },
  { name: "locatarios", title: "Para locatários", path: pages.tenants.path },
  { name: "locadores", title: "Para locadores", path: pages.landlords.path },
  { name: "parceiros", title: "Seja parceiro", path: pages.partners.path },
  {
    name: "parceiros-erros",
    title: "Seja parceiro, com erros",
    path: pages.partners.path,
    act: submit("Solicitar Parceria"),
  },
  { name: "contato", title: "Fale conosco", path: `${pages.contact.path}?produto=pag-payser` },
  {
    name: "contato-erros",
    title: "Fale conosco, com erros",
    path: pages.contact.path,
    act: submit("Enviar mensagem"),
  },
  { name: "termos", title: "Termos", path: pages.terms.path },
  { name: "pag-payser", title: "Pag Payser", path: "/pag-payser" },
  { name: "payser-card", title: "Payser Card", path: "/payser-card" },
  { name: "pix-payser", title: "Pix PAYSER", path: "/pix-payser" },
  { name: "payser-gestao", title: "PAYSER Gestão", path: "/payser-gestao" },
  { name: "payser-fianca", title: "PAYSER Fiança", path: "/payser-fianca" },
  { name: "simular", title: "Simulação", path: pages.simulation.path },
  {
    name: "simular-erros",
    title: "Simulação, com erros",
    path: pages.simulation.path,
    act: submit("Enviar simulação"),
  },
  {
    name: "simular-resultado",
    title: "Simulação enviada",
    path: pages.simulation.path,
    arrange: (page) =>
      page.addInitScript(
        (receipt) => sessionStorage.setItem("payser-recibo-send-simulation-email", receipt),
        JSON.stringify({ ...tracked, trackingSecret: "A".repeat(22) }),
      ),
    act: hydrate,
  },
  ...requestScreens,
  { name: "entrar-equipe", title: "Área do cliente: equipe", path: pages.clientArea.path },
  {
    name: "entrar-cliente",
    title: "Área do cliente: locatário",
    path: pages.clientArea.path,
    act: openTab,
  },
  {
    name: "recuperar-senha",
    title: "Recuperação de senha",
    path: pages.clientArea.path,
    windowOnly: true,
    async act(page) {
      await openTab(page);
      await page.getByRole("button", { name: /Esqueci/ }).click();
    },
  },
  {
    name: "nova-senha",
    title: "Nova senha",
    path: `${pages.newPassword.path}#token_hash=exemplo`,
    act: hydrate,
  },
  {
    name: "confirmar-email",
    title: "Confirmação de e-mail",
    path: `${pages.confirmEmail.path}#token_hash=exemplo`,
    act: hydrate,
  },
  {
    name: "verificar",
    title: "Verificar carta",
    path: pages.verify.path,
    act: shows("Código da carta"),
  },
  {
    name: "verificar-em-vigor",
    title: "Verificar carta, verdadeira e em vigor",
    path: `${pages.verify.path}#7K3MQ9ZT4B0X`,
    act: shows("Carta verdadeira"),
  },
  {
    name: "verificar-encerrada",
    title: "Verificar carta, encerrada",
    path: `${pages.verify.path}#2H8RV5NC6W1D`,
    act: shows("Carta encerrada"),
  },
  {
    name: "verificar-desconhecida",
    title: "Verificar carta, código que não existe",
    path: `${pages.verify.path}#000000000000`,
    act: shows("Nenhuma carta ou recibo tem este código"),
  },
  {
    name: "contrato",
    title: "Meu contrato",
    path: pages.contract.path,
    as: "tenant",
    act: shows("Documentos do Contrato"),
  },
  {
    name: "contrato-carregando",
    title: "Meu contrato, carregando",
    path: pages.contract.path,
    as: "tenant",
    windowOnly: true,
    arrange: (page) => page.route("**/rest/v1/**", never),
    act: shows("Carregando contrato..."),
  },
  {
    name: "contrato-ausente",
    title: "Contrato não encontrado",
    path: pages.contract.path,
    as: "tenant",
    windowOnly: true,
    arrange: (page) => page.route("**/rest/v1/contracts*", (route) => route.fulfill(emptyList)),
    act: shows("Contrato não encontrado"),
  },
  ...caseScreens.filter(({ as }) => as !== "staff"),
  ...staffScreens,
  ...caseScreens.filter(({ as }) => as === "staff"),
  { name: "nao-encontrada", title: "Página não encontrada", path: "/nao-existe", windowOnly: true },
];
