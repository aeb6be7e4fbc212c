import type { Page } from "@playwright/test";
import * as pages from "../../web/pages/routes.ts";
import { hydrate } from "../support/hydrate.ts";

export interface Screen {
  /** Name of the image. */
  name: string;
  /** Heading on the page of screenshots. */
  title: string;
  path: string;
  /** Who is signed in. */
  as?: "tenant" | "staff" | "pendingStaff";
  /** Before the page is opened: what its backend answers. */
  arrange?: (page: Page) => Promise<unknown>;
  /** Brings the open page into the state that is shown. */
  act?: (page: Page) => Promise<void>;
  /** Shows what is in the window alone, as for open menus and dialogs. */
  windowOnly?: true;
}

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
const shows = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

/** Every screen and every state worth seeing. */
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
  {
    name: "simulacoes",
    title: "Equipe: simulações",
    path: pages.reviewSimulations.path,
    as: "staff",
    act: shows("Aprovar e Enviar Email"),
  },
  {
    name: "simulacoes-vazia",
    title: "Equipe: nenhuma simulação",
    path: pages.reviewSimulations.path,
    as: "staff",
    windowOnly: true,
    arrange: (page) =>
      page.route("**/rest/v1/rpc/list_simulations*", (route) => route.fulfill(emptyList)),
    act: shows("Nenhuma simulação encontrada"),
  },
  {
    name: "equipe",
    title: "Equipe: contas",
    path: pages.staffTeam.path,
    as: "staff",
    act: shows("Conta criada em"),
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
  { name: "nao-encontrada", title: "Página não encontrada", path: "/nao-existe", windowOnly: true },
];
