import type { Locator, Page } from "@playwright/test";
import {
  partnershipExample,
  partnershipFormSchema,
} from "../../supabase/functions/_shared/contracts/partnership-request.ts";
import {
  simulationExample,
  simulationFormSchema,
} from "../../supabase/functions/_shared/contracts/simulation-request.ts";
import type { FullStack } from "./full-stack.ts";
import { addSimulation, addStaff } from "./staff-data.ts";
import {
  contractAccount,
  createSession,
  storeContractSession,
  storeStaffSession,
} from "./stored-sessions.ts";

export interface SiteForm {
  name: string;
  path: string;
  /** What there is before somebody opens the page: a session, a row. */
  prepare?: (stack: FullStack, page: Page) => Promise<void>;
  /** What a person presses until the form is in view. */
  open?: (page: Page) => Promise<void>;
  /** The form, when the page has several. */
  within?: string;
  /** By field name: text, a choice, or true for a box to tick. */
  typed: Readonly<Record<string, string | true>>;
  submit: string;
  /** What the backend gets of it. */
  sent: Readonly<Record<string, unknown>>;
  /** True for forms that anybody may send, with JavaScript or without. */
  isPublic?: boolean;
}

const chooseClientTab = (page: Page) => page.getByRole("tab", { name: "Cliente" }).click();
const shownPanel = "[role=tabpanel]:not([hidden])";

const simulation: SiteForm = {
  name: "the simulation",
  path: "/simular",
  isPublic: true,
  typed: simulationExample,
  submit: "Enviar simulação",
  sent: simulationFormSchema.parse(simulationExample),
};

const partnership: SiteForm = {
  name: "the request for a partnership",
  path: "/parceiros",
  isPublic: true,
  typed: { ...partnershipExample, propertyState: "pr" },
  submit: "Solicitar Parceria",
  sent: partnershipFormSchema.parse(partnershipExample),
};

const staffSignIn: SiteForm = {
  name: "the login of staff",
  path: "/area-cliente",
  within: shownPanel,
  typed: { email: "ninguem@payser.example", password: "senha que ninguém tem" },
  submit: "Entrar",
  sent: { email: "ninguem@payser.example", password: "senha que ninguém tem" },
};

const staffSignUp: SiteForm = {
  ...staffSignIn,
  name: "the sign-up of staff",
  open: (page) => page.getByRole("button", { name: /Cadastre-se/ }).click(),
  submit: "Cadastrar",
};

const contractSignIn: SiteForm = {
  name: "the login of tenants",
  path: "/area-cliente",
  open: chooseClientTab,
  within: shownPanel,
  typed: { contractNumber: "PF-2026-XXXXXX", password: "senha que ninguém tem" },
  submit: "Acessar contrato",
  sent: { contractNumber: "PF-2026-XXXXXX", password: "senha que ninguém tem" },
};

const recovery: SiteForm = {
  name: "the way to a new password",
  path: "/login",
  async open(page) {
    await chooseClientTab(page);
    await page.getByRole("button", { name: "Esqueci minha senha" }).click();
  },
  within: "dialog",
  typed: { email: "ninguem@exemplo.com.br" },
  submit: "Enviar link",
  sent: { email: "ninguem@exemplo.com.br" },
};

const newPassword: SiteForm = {
  name: "the new password",
  path: `/area-cliente/nova-senha#token_hash=${"a".repeat(56)}`,
  typed: { password: "uma senha nova e longa" },
  submit: "Salvar nova senha",
  sent: { password: "uma senha nova e longa" },
};

const confirmEmail: SiteForm = {
  name: "the confirmation of an address",
  path: `/area-cliente/confirmar-email#token_hash=${"a".repeat(56)}`,
  typed: { password: "a senha do cadastro" },
  submit: "Confirmar e-mail",
  sent: { password: "a senha do cadastro" },
};

const rejection: SiteForm = {
  name: "the rejection of a simulation",
  path: "/admin/simulacoes",
  async prepare(stack, page) {
    await addSimulation(stack, { full_name: "Rejeitada Depressa" });
    await storeStaffSession(stack, page, await createSession(stack, stack.supabase.accounts.staff));
  },
  // Whichever still waits: visits at the same time reject each other's.
  open: (page) =>
    page
      .getByRole("article", { name: "Rejeitada Depressa" })
      .getByRole("button", { name: "Rejeitar" })
      .first()
      .click(),
  within: "dialog",
  typed: { reason: "A renda não cobre o aluguel." },
  submit: "Rejeitar e Enviar Email",
  sent: { reason: "A renda não cobre o aluguel." },
};

const secondFactor: SiteForm = {
  name: "the code of a second factor",
  path: "/admin/seguranca",
  async prepare(stack, page) {
    const account = await addStaff(stack, "active");
    await storeStaffSession(stack, page, await createSession(stack, account));
  },
  open: (page) => page.getByRole("button", { name: "Começar" }).click(),
  typed: { code: "123456" },
  submit: "Ativar",
  sent: { code: "123456" },
};

const passwordChange: SiteForm = {
  name: "the change of a contract's password",
  path: "/contrato",
  async prepare(stack, page) {
    const [contract] = stack.supabase.accounts.contracts;
    if (!contract) throw new Error("The seed has contracts.");
    const session = await createSession(stack, await contractAccount(stack, contract));
    await storeContractSession(stack, page, { session, contractNumber: contract.contractNumber });
  },
  open: (page) => page.getByRole("button", { name: "Alterar senha" }).click(),
  within: "dialog",
  typed: { currentPassword: "não é esta", newPassword: "uma senha nova e longa" },
  submit: "Salvar nova senha",
  sent: { currentPassword: "não é esta", newPassword: "uma senha nova e longa" },
};

/** Every form of the site. A new one belongs here. */
export const siteForms: readonly SiteForm[] = [
  simulation,
  partnership,
  staffSignIn,
  staffSignUp,
  contractSignIn,
  recovery,
  newPassword,
  passwordChange,
  confirmEmail,
  rejection,
  secondFactor,
];

/** The form on its page. */
export function formOf(page: Page, { within }: SiteForm): Locator {
  return page.locator(`${within ? `${within} ` : "main "}form`);
}

/** Types into every field and presses the button, as soon as each is there. */
export async function useForm(page: Page, form: SiteForm, { press = true } = {}): Promise<void> {
  const scope = formOf(page, form);
  for (const [name, value] of Object.entries(form.typed)) {
    const control = scope.locator(`[name=${name}]`);
    await enter(control, value);
  }
  if (press) await scope.getByRole("button", { name: form.submit, exact: true }).click();
}

/** Types, chooses or ticks, as the control has it. */
export async function enter(control: Locator, value: string | true): Promise<void> {
  if (value === true) await control.check();
  else if (await control.evaluate((element) => element instanceof HTMLSelectElement)) {
    await control.selectOption(value);
  } else await control.fill(value);
}

/** What the fields hold now. */
export async function typedIn(page: Page, form: SiteForm): Promise<Record<string, string>> {
  const entries = Object.keys(form.typed).map(async (name) => {
    const control = formOf(page, form).locator(`[name=${name}]`);
    const isBox = (await control.getAttribute("type")) === "checkbox";
    return [name, isBox ? String(await control.isChecked()) : await control.inputValue()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
