import type { Page } from "@playwright/test";
import * as pages from "../../web/pages/private-routes.ts";
import { payableAnswers, paymentAnswers } from "./money-answers.ts";
import { type Screen, shows } from "./screen.ts";
import { answerWith, mailAnswers } from "./staff-answers.ts";

const [refund, otherRefund] = payableAnswers.list_charges;
/** Refunds above the limit of one person: the signed-in member may approve one, the other is approved already. */
const approvalAnswers = {
  ...payableAnswers,
  list_charges: [
    {
      ...refund,
      amount: 12_800,
      open: 12_800,
      awaits_second: true,
      second_people: "Quem pode: Fábio Rocha, Gilda Moraes.",
    },
    { ...otherRefund, account: refund?.account ?? null, approved_by: "Fábio Rocha" },
  ],
};

const openFirst = async (page: Page, list: string) => {
  await page.getByRole("region", { name: list, exact: true }).getByRole("button").first().click();
};

async function openMember(page: Page): Promise<void> {
  await page
    .getByRole("row")
    .filter({ hasText: "analise@" })
    .getByRole("button", { name: "Direitos" })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Gestão" }).click();
}

/** Dialogs and further states of the staff screens, which only the tests of screens open. */
export const staffDialogScreens: readonly Screen[] = [
  {
    name: "equipe-menu",
    title: "Equipe: menu",
    path: pages.staffTeam.path,
    as: "staff",
    windowOnly: true,
    async act(page) {
      await shows("Conta criada em")(page);
      const menu = page.getByText("Menu da equipe").locator("..");
      if (await menu.isVisible()) await menu.press("Enter");
    },
  },
  {
    name: "equipe-direitos",
    title: "Equipe: direitos",
    path: pages.staffTeam.path,
    as: "staff",
    windowOnly: true,
    act: openMember,
  },
  {
    name: "emails-parados-corrigir",
    title: "Equipe: corrigir e-mail",
    path: pages.staffMail.path,
    as: "staff",
    windowOnly: true,
    arrange: answerWith(mailAnswers),
    act: (page) => page.getByRole("button", { name: "Corrigir e-mail" }).first().click(),
  },
  {
    name: "emails-parados-dispensar",
    title: "Equipe: dispensar e-mail",
    path: pages.staffMail.path,
    as: "staff",
    windowOnly: true,
    arrange: answerWith(mailAnswers),
    async act(page) {
      await page.getByRole("button", { name: "Dispensar" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Dispensar" }).click();
      await shows("Informe o motivo")(page);
    },
  },
  {
    name: "simulacoes-passar",
    title: "Equipe: passar um caso",
    path: pages.reviewSimulations.path,
    as: "staff",
    windowOnly: true,
    async act(page) {
      await openFirst(page, "Simulações");
      await page.getByRole("button", { name: "Passar ou ver de novo…" }).click();
      await page.getByRole("dialog").getByLabel("Pessoa").selectOption({ label: "Caio Barros" });
    },
  },
  {
    name: "simulacoes-rejeitar",
    title: "Equipe: rejeitar",
    path: pages.reviewSimulations.path,
    as: "staff",
    windowOnly: true,
    async act(page) {
      await openFirst(page, "Simulações");
      await page.getByRole("button", { name: "Rejeitar" }).first().click();
    },
  },
  {
    name: "a-pagar-aprovar",
    title: "Equipe: a aprovar",
    path: `${pages.staffPayables.path}?lista=approvals`,
    as: "staff",
    arrange: answerWith(approvalAnswers),
    async act(page) {
      await page.getByRole("button", { name: /espera a segunda pessoa/ }).click();
      await shows("Aprovar o pagamento")(page);
    },
  },
  {
    name: "a-pagar-aprovado",
    title: "Equipe: aprovado",
    path: `${pages.staffPayables.path}?lista=refunds`,
    as: "staff",
    arrange: answerWith(approvalAnswers),
    async act(page) {
      await page.getByRole("button", { name: /Bruno Tavares/ }).click();
      await page.getByRole("button", { name: "Registrar pagamento" }).first().click();
    },
  },
  {
    name: "pagamentos-avisar",
    title: "Equipe: avisar vários",
    path: `${pages.staffPayments.path}?lista=overdue`,
    as: "staff",
    windowOnly: true,
    arrange: answerWith(paymentAnswers),
    async act(page) {
      await page.getByRole("checkbox").first().check();
      await page.getByRole("button", { name: "Avisar do encerramento" }).click();
    },
  },
  {
    name: "busca",
    title: "Equipe: busca",
    path: pages.staffSearch.path,
    as: "staff",
    async act(page) {
      await page.getByRole("searchbox").fill("ana ribeiro");
      await page.getByRole("heading", { name: "Contratos" }).waitFor();
    },
  },
  {
    name: "contratos-teclas",
    title: "Equipe: teclas",
    path: pages.staffContracts.path,
    as: "staff",
    windowOnly: true,
    async act(page) {
      await page.getByRole("region", { name: "Contratos", exact: true }).waitFor();
      await page.keyboard.press("?");
    },
  },
];
