type Fields = Readonly<Record<string, unknown>>;

/** What texts may name of the site settings, by its variable: the title that editors read. */
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

/** What the variables of texts stand for, from the documents that hold each fact once. */
export function textValues(rules: unknown, settings: unknown): Fields {
  const company = fieldsOf(settings);
  const address = fieldsOf(company["address"]);
  const officer = fieldsOf(company["dataProtectionOfficer"]);
  const { street, district, city, state, postalCode } = address;
  return {
    ...fieldsOf(rules),
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
