import type { Locator, Page } from "@playwright/test";
import type * as z from "zod/mini";
import {
  contractSignInSchema,
  newPasswordFormSchema,
  passwordChangeFormSchema,
  passwordRecoverySchema,
  staffConfirmationFormSchema,
  staffSignInSchema,
  staffSignUpSchema,
} from "../../../supabase/functions/_shared/contracts/accounts.ts";
import {
  contactMessageExample,
  contactMessageFormSchema,
} from "../../../supabase/functions/_shared/contracts/contact-message.ts";
import {
  partnershipExample,
  partnershipFormSchema,
} from "../../../supabase/functions/_shared/contracts/partnership-request.ts";
import {
  rejectionFormSchema,
  simulationExample,
  simulationFormSchema,
} from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import type { FullStack } from "../stacks/full-stack.ts";
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

/** What a person types into every field of a contract, and what the backend gets of it. */
function filled<Input>(
  schema: z.ZodMiniType<Record<string, unknown>, Input>,
  typed: Readonly<Record<keyof Input & string, string | true>>,
): Pick<SiteForm, "typed" | "sent"> {
  return { typed, sent: schema.parse(typed) };
}

const chooseClientTab = (page: Page) => page.getByRole("tab", { name: "Cliente" }).click();
const shownPanel = "[role=tabpanel]:not([hidden])";

const simulation: SiteForm = {
  name: "the simulation",
  path: "/simular",
  isPublic: true,
  ...filled(simulationFormSchema, simulationExample),
  submit: "Enviar simulação",
};

const partnership: SiteForm = {
  name: "the request for a partnership",
  path: "/parceiros",
  isPublic: true,
  ...filled(partnershipFormSchema, { ...partnershipExample, propertyState: "pr" }),
  submit: "Solicitar Parceria",
};

const contactMessage: SiteForm = {
  name: "the contact form",
  path: "/contato",
  isPublic: true,
  ...filled(contactMessageFormSchema, contactMessageExample),
  submit: "Enviar mensagem",
};

const staffCredentials = { email: "ninguem@payser.example", password: "senha que ninguém tem" };
const staffSignIn: SiteForm = {
  name: "the login of staff",
  path: "/area-cliente",
  within: shownPanel,
  ...filled(staffSignInSchema, staffCredentials),
  submit: "Entrar",
};

const staffSignUp: SiteForm = {
  ...staffSignIn,
  ...filled(staffSignUpSchema, staffCredentials),
  name: "the sign-up of staff",
  open: (page) => page.getByRole("button", { name: /Cadastre-se/ }).click(),
  submit: "Cadastrar",
};

const contractSignIn: SiteForm = {
  name: "the login of tenants",
  path: "/area-cliente",
  open: chooseClientTab,
  within: shownPanel,
  ...filled(contractSignInSchema, {
    contractNumber: "PF-2026-XXXXXX",
    password: "senha que ninguém tem",
  }),
  submit: "Acessar contrato",
};

const recovery: SiteForm = {
  name: "the way to a new password",
  path: "/login",
  async open(page) {
    await chooseClientTab(page);
    // The staff's panel, which is shown until the page has heard of the tab, has one of that name.
    const panel = page.getByRole("tabpanel").filter({ has: page.locator("[name=contractNumber]") });
    await panel.getByRole("button", { name: "Esqueci minha senha" }).click();
  },
  within: "dialog",
  ...filled(passwordRecoverySchema, { email: "ninguem@exemplo.com.br" }),
  submit: "Enviar link",
};

const newPassword: SiteForm = {
  name: "the new password",
  path: `/area-cliente/nova-senha#token_hash=${"a".repeat(56)}`,
  ...filled(newPasswordFormSchema, { password: "uma senha nova e longa" }),
  submit: "Salvar nova senha",
};

const lostLink: SiteForm = {
  name: "the way to a new tracking link",
  path: "/acompanhar",
  typed: { protocol: "PS-2026-00000011", email: "ninguem@exemplo.com.br" },
  submit: "Enviar novo link",
  sent: { protocol: "PS-2026-00000011", email: "ninguem@exemplo.com.br" },
};

const letterCode: SiteForm = {
  name: "the code of a letter",
  path: "/verificar",
  typed: { code: "0000-0000-0000" },
  submit: "Verificar",
  sent: { code: "000000000000" },
};

const confirmEmail: SiteForm = {
  name: "the confirmation of an address",
  path: `/area-cliente/confirmar-email#token_hash=${"a".repeat(56)}`,
  ...filled(staffConfirmationFormSchema, { password: "a senha do cadastro" }),
  submit: "Confirmar e-mail",
};

/** Each visit rejects its own: one that another visit decides first loses its buttons. */
const toReject = new WeakMap<Page, string>();

const rejection: SiteForm = {
  name: "the rejection of a simulation",
  path: "/admin/simulacoes",
  async prepare(stack, page) {
    const full_name = `Rejeitada ${crypto.randomUUID()}`;
    toReject.set(page, full_name);
    await addSimulation(stack, { full_name });
    await storeStaffSession(stack, page, await createSession(stack, stack.supabase.accounts.staff));
  },
  async open(page) {
    const name = toReject.get(page) ?? "";
    await page.getByRole("button", { name }).click();
    await page.getByRole("article", { name }).getByRole("button", { name: "Rejeitar" }).click();
  },
  within: "dialog",
  ...filled(rejectionFormSchema, { reason: "A renda não cobre o aluguel." }),
  submit: "Rejeitar e enviar e-mail",
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
  ...filled(passwordChangeFormSchema, {
    currentPassword: "não é esta",
    newPassword: "uma senha nova e longa",
  }),
  submit: "Salvar nova senha",
};

/** Every form of the site. A new one belongs here. */
export const siteForms: readonly SiteForm[] = [
  simulation,
  partnership,
  contactMessage,
  staffSignIn,
  staffSignUp,
  contractSignIn,
  recovery,
  newPassword,
  passwordChange,
  confirmEmail,
  lostLink,
  letterCode,
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
