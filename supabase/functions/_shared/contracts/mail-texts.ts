/** What every mail may name, by its variable: the title that editors read. */
const everyMail = {
  brandName: "marca",
  companyEmail: "e-mail da empresa",
  dataProtectionEmail: "e-mail do encarregado de dados",
};

/**
 * The mails whose words editors write, with the variables that each has: the studio makes the
 * fields of them, the functions check what was published. None of the variables holds what a
 * visitor typed, or anybody could have a text of their own sent to anybody.
 */
export const mailTextKinds = {
  simulationApproved: {
    title: "Simulação aprovada",
    description: "Vai para quem pediu, quando a equipe aprova. Ainda não é a contratação.",
    variables: everyMail,
  },
  simulationRejected: {
    title: "Simulação não aprovada",
    description: "Vai para quem pediu, com o motivo que a equipe escreveu.",
    variables: everyMail,
  },
  contactReceived: {
    title: "Mensagem de contato recebida",
    description: "Vai para quem escreveu pelo formulário de contato, sem nada do que foi digitado.",
    variables: everyMail,
  },
} as const satisfies Record<string, MailTextKind>;

type MailTextKind = {
  title: string;
  description: string;
  variables: Readonly<Record<string, string>>;
};

export type MailTextName = keyof typeof mailTextKinds;

/** What is filled into the words of one mail. */
export type MailVariables<Name extends MailTextName> = Record<
  keyof (typeof mailTextKinds)[Name]["variables"],
  string
>;

/** The names of the mails, as the content has them. */
export const mailTextNames = Object.keys(mailTextKinds).filter(isMailTextName);

function isMailTextName(name: string): name is MailTextName {
  return name in mailTextKinds;
}
