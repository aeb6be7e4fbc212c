const variable = /\{\{([^{}]*)\}\}/g;

/** Returns the first unknown `{{variable}}` of a text. A lone `{{` counts as an unknown variable. */
export function unknownVariable(text: string, known: readonly string[]): string | undefined {
  const names = [...text.matchAll(variable)].map(([, name = ""]) => name);
  const unknown = names.find((name) => !known.includes(name));
  return unknown ?? /[{}]{2}/.exec(text.replaceAll(variable, ""))?.[0];
}

/**
 * Replaces each `{{variable}}` that has a value. The value of `{{openingHours}}` begins with a lower-case letter inside
 * a sentence.
 */
export function fillVariables(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(variable, (written, name: string, at: number) => {
    const value = values[name];
    if (typeof value === "number") return String(value);
    if (typeof value !== "string") return written;
    const isWithin = name === "openingHours" && /[^.!?\s]\s*$/.test(text.slice(0, at));
    return isWithin ? value.charAt(0).toLowerCase() + value.slice(1) : value;
  });
}

/** Replaces each `{{variable}}` in all strings of a value, at any depth. A variable without a value stays unchanged. */
export function fillVariablesIn<Content>(
  content: Content,
  values: Readonly<Record<string, unknown>>,
): Content;
export function fillVariablesIn(
  content: unknown,
  values: Readonly<Record<string, unknown>>,
): unknown {
  if (typeof content === "string") return fillVariables(content, values);
  if (Array.isArray(content)) return content.map((item: unknown) => fillVariablesIn(item, values));
  if (typeof content === "object" && content !== null) {
    return Object.fromEntries(
      Object.entries(content).map(([key, value]) => [key, fillVariablesIn(value, values)]),
    );
  }
  return content;
}

type Fields = Readonly<Record<string, unknown>>;

/** Names of the `{{variables}}` whose values come from the site settings, each with the title that editors see. */
export const companyVariables = {
  legalName: "razão social",
  cnpj: "CNPJ",
  companyAddress: "endereço da sede",
  postalCode: "CEP da sede",
  companyEmail: "e-mail de contato",
  companyPhone: "telefone",
  openingHours: "horário de atendimento",
  officerName: "nome do encarregado de dados",
  dataProtectionEmail: "e-mail do encarregado de dados",
} as const;

/** Variables that are computed from business rules, each with the title that editors see. */
export const ruleVariables = {
  claimTime: "prazo para acionar a garantia, como meia frase",
} as const;

/**
 * Returns the rule of the time to claim as part of a sentence. Terms, contract, letter, mails and pages say it with
 * these words.
 */
export function claimTimeOf(proofDays: number, noticeDays: number): string {
  return `até ${proofDays} dias depois da devolução das chaves ou do fim da última vigência, o que vier antes, e nunca menos de ${noticeDays} dias depois de o locador ser avisado`;
}

/** Days of notice of content that is older than this rule, as private.business_number uses them. */
const defaultNoticeDays = 15;

/** Returns the business rules as variables, and `ruleVariables` unless the rules lack the days to claim. */
export function ruleValues(rules: unknown): Fields {
  const values = fieldsOf(rules);
  const { proofDays, claimNoticeDays } = values;
  if (typeof proofDays !== "number") return values;
  const noticeDays = typeof claimNoticeDays === "number" ? claimNoticeDays : defaultNoticeDays;
  return {
    ...values,
    ...({
      claimTime: claimTimeOf(proofDays, noticeDays),
    } satisfies Record<keyof typeof ruleVariables, string>),
  };
}

export function textValues(rules: unknown, settings: unknown): Fields {
  const company = fieldsOf(settings);
  const address = fieldsOf(company["address"]);
  const officer = fieldsOf(company["dataProtectionOfficer"]);
  const { street, district, city, state, postalCode } = address;
  return {
    ...ruleValues(rules),
    ...({
      legalName: company["legalName"],
      cnpj: company["cnpj"],
      companyAddress: [street, district, city, state].filter(Boolean).join(", "),
      postalCode,
      companyEmail: company["email"],
      companyPhone: company["phone"],
      openingHours: company["openingHours"],
      officerName: officer["name"],
      dataProtectionEmail: officer["email"],
    } satisfies Record<keyof typeof companyVariables, unknown>),
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
