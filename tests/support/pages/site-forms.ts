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
} from "#contracts/accounts.ts";
import {
  contactMessageExample,
  contactMessageFormSchema,
} from "#contracts/messages/contact-message.ts";
import {
  partnershipExample,
  partnershipFormSchema,
} from "#contracts/partners/partnership-request.ts";
import { simulationExample, simulationFormSchema } from "#contracts/requests/simulation-request.ts";
import { rejectionFormSchema } from "#contracts/requests/simulation-decision.ts";
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
  /** Creates the session or the database row that the page needs, before the page opens. */
  prepare?: (stack: FullStack, page: Page) => Promise<void>;
  /** Makes the page show the form. Missing when the page shows the form at once. */
  open?: (page: Page) => Promise<void>;
  /** Selector of an element around the form, for pages with several forms. */
  within?: string;
  /** Values to type, by field name: a text, an option, or true for a checkbox to tick. */
  typed: Readonly<Record<string, string | true>>;
  submit: string;
  /** Body of the HTTP request that the backend receives. */
  sent: Readonly<Record<string, unknown>>;
  /** True for a form that works without signing in and without JavaScript. */
  isPublic?: boolean;
}

/** Returns the values to type into a form that a zod contract describes, and the body that the backend must receive. */
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
    // The button is searched for in the clients' panel only. The staff's panel may still be visible and has a button
    // with the same name.
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

/**
 * Name of the applicant whose simulation the test rejects, by browser page. Each page needs its own simulation, because
 * staff can reject a simulation only once.
 */
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

/** All forms of the site. A new form must be added to this list. */
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

/** Returns the form element on its page. */
export function formOf(page: Page, { within }: SiteForm): Locator {
  return page.locator(`${within ? `${within} ` : "main "}form`);
}

/** Fills in every field as soon as the field exists. After that, presses the button unless `press` is false. */
export async function useForm(page: Page, form: SiteForm, { press = true } = {}): Promise<void> {
  const scope = formOf(page, form);
  for (const [name, value] of Object.entries(form.typed)) {
    const control = scope.locator(`[name=${name}]`);
    await enter(control, value);
  }
  if (press) await scope.getByRole("button", { name: form.submit, exact: true }).click();
}

/** Types into a control, chooses an option or ticks a box, depending on the kind of control. */
export async function enter(control: Locator, value: string | true): Promise<void> {
  if (value === true) await control.check();
  else if (await control.evaluate((element) => element instanceof HTMLSelectElement)) {
    await control.selectOption(value);
  } else await control.fill(value);
}

/** Returns the current values of the form's fields. */
export async function typedIn(page: Page, form: SiteForm): Promise<Record<string, string>> {
  const entries = Object.keys(form.typed).map(async (name) => {
    const control = formOf(page, form).locator(`[name=${name}]`);
    const isBox = (await control.getAttribute("type")) === "checkbox";
    return [name, isBox ? String(await control.isChecked()) : await control.inputValue()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
