/** What every mail may name, by its variable: the title that editors read. */
const everyMail = {
  brandName: "marca",
  companyEmail: "e-mail da empresa",
  dataProtectionEmail: "e-mail do encarregado de dados",
};

const everyRequest = { ...everyMail, protocol: "protocolo do pedido" };

const everyOffer = {
  ...everyRequest,
  validUntil: "até quando se pode aceitar, com dia e hora",
  fee: "custo total em reais",
  coverLimit: "limite da cobertura em reais",
};

/**
 * The mails whose words editors write, with the variables that each has: the studio makes the
 * fields of them, the functions check what was published. None of the variables holds what a
 * visitor typed, or anybody could have a text of their own sent to anybody.
 */
export const mailTextKinds = {
  simulationReceived: {
    title: "Simulação recebida",
    description: "Vai para quem pediu, logo depois do envio do formulário.",
    variables: { ...everyRequest, answerBy: "prazo da resposta, com dia e hora" },
  },
  simulationApproved: {
    title: "Simulação aprovada",
    description: "Vai para quem pediu, quando a equipe aprova. Ainda não é a contratação.",
    variables: everyRequest,
  },
  simulationRejected: {
    title: "Simulação não aprovada",
    description: "Vai para quem pediu, com o motivo que a equipe escreveu.",
    variables: everyRequest,
  },
  trackingLink: {
    title: "Novo link de acompanhamento",
    description: "Vai para quem perdeu o link, pediu outro e informou o protocolo e o e-mail.",
    variables: everyRequest,
  },
  offerMade: {
    title: "Aprovada com condições",
    description: "Vai para quem pediu, quando a equipe faz a proposta.",
    variables: everyOffer,
  },
  offerReminder: {
    title: "Lembrete das condições",
    description: "Vai uma vez para quem ainda não aceitou, antes de as condições vencerem.",
    variables: everyOffer,
  },
  offerAccepted: {
    title: "Condições aceitas",
    description: "Vai para quem aceitou, enquanto o contrato e a carta são emitidos.",
    variables: { ...everyRequest, contractNumber: "número do contrato" },
  },
  documentsAsked: {
    title: "Documentos pedidos",
    description:
      "Vai para quem pediu, quando a equipe pede documentos ou recusa algum. A lista entra depois do primeiro parágrafo.",
    variables: everyRequest,
  },
  contractReady: {
    title: "Contrato pronto",
    description:
      "Vai para o locatário quando o contrato e a carta de fiança ficam prontos, com o link para criar a senha. O botão leva à criação da senha.",
    variables: { ...everyMail, contractNumber: "número do contrato" },
  },
  contractEnded: {
    title: "Contrato encerrado",
    description:
      "Vai para o locatário quando o prazo acaba ou a equipe encerra ou cancela o contrato; o motivo vem depois do primeiro parágrafo.",
    variables: {
      ...everyMail,
      contractNumber: "número do contrato",
      endedOn: "quando o contrato terminou",
    },
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
