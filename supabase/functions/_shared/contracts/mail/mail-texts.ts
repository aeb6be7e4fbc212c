import * as z from "zod/mini";
import {
  contractMailKinds,
  everyContract,
  everyMail,
  everyOffer,
  everyRequest,
  officer,
} from "./contract-mail-texts.ts";
import { claimMailKinds } from "./claim-mail-texts.ts";
import { paymentMailKinds } from "./payment-mail-texts.ts";
import { multiLine, singleLine } from "../fields/text.ts";
import type { OutgoingMailTemplate } from "../stored-values.ts";

const buttonFirst = "O botão vem depois do primeiro parágrafo.";

/**
 * Mails whose texts editors write in the studio, with the `{{variables}}` of each mail. Only mails to Payser's own
 * inbox have variables for text from visitors, so that visitors cannot send text to other people.
 */
export const mailTextKinds = {
  simulationReceived: {
    title: "Simulação recebida",
    description: "Vai para quem pediu, logo depois do envio do formulário.",
    variables: { ...everyRequest, answerBy: "prazo da resposta, com dia e hora" },
    needs: ["answerBy", officer],
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
    needs: [officer],
  },
  trackingLink: {
    title: "Novo link de acompanhamento",
    description: "Vai para quem perdeu o link, pediu outro e informou o protocolo e o e-mail.",
    variables: everyRequest,
  },
  requestCorrected: {
    title: "Dados do pedido corrigidos",
    description:
      "Vai para quem pediu quando ele ou a equipe corrige dados do pedido. Se o e-mail mudou, vai para o novo endereço e leva o novo link. O que mudou vem numa lista, sem os valores.",
    variables: everyRequest,
    needs: ["protocol", "companyEmail"],
  },
  requestAddressLeft: {
    title: "E-mail do pedido corrigido: aviso ao endereço anterior",
    description:
      "Vai para o endereço que deixou de ser o do pedido. Pode ser de outra pessoa: não tem dados nem link do pedido.",
    variables: everyMail,
    needs: ["companyEmail"],
  },
  offerMade: {
    title: "Aprovada com condições",
    description: "Vai para quem pediu, quando a equipe faz a proposta.",
    variables: everyOffer,
    needs: ["validUntil", "withdrawalDays"],
  },
  offerChanged: {
    title: "Novas condições",
    description:
      "Vai para quem pediu, quando as condições mudam em relação às que a pessoa já leu; o que muda vem com o valor de antes. O assunto diz que são novas.",
    variables: everyOffer,
    needs: ["validUntil", "withdrawalDays"],
  },
  offerReminder: {
    title: "Lembrete das condições",
    description: "Vai uma vez para quem ainda não aceitou, antes de as condições vencerem.",
    variables: everyOffer,
    needs: ["validUntil"],
  },
  offerAccepted: {
    title: "Condições aceitas",
    description:
      "Vai para quem aceitou se, cinco minutos depois, o contrato e a carta de fiança ainda não estiverem prontos. Se já estiverem, o comprovante do aceite é o e-mail “Contrato pronto”.",
    variables: { ...everyRequest, contractNumber: "número do contrato" },
    needs: ["contractNumber", "withdrawalDays"],
  },
  offerNotice: {
    title: "Aviso à equipe: resposta às condições",
    description:
      "Vai para a caixa da equipe quando alguém pede um ajuste nas condições, faz uma pergunta sobre elas ou não as quer. Responder a ele escreve para quem pediu.",
    variables: {
      ...everyRequest,
      applicantName: "nome de quem respondeu",
      answer: "o que a pessoa respondeu, como pede um ajuste",
    },
    needs: ["applicantName", "answer"],
  },
  questionAnswered: {
    title: "Pergunta respondida",
    description:
      "Vai para quem pediu, quando a equipe responde a uma pergunta sobre as condições. A pergunta e a resposta vêm depois do primeiro parágrafo.",
    variables: everyRequest,
  },
  acceptanceNotice: {
    title: "Aviso à equipe: condições aceitas",
    description: "Vai para a caixa da equipe quando alguém aceita as condições.",
    variables: { ...everyRequest, contractNumber: "número do contrato", tenantName: "locatário" },
    needs: ["tenantName", "contractNumber"],
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
      "Vai para o locatário quando o contrato e a carta de fiança ficam prontos, com o link para criar a senha, e de novo se ele pedir outro. É o comprovante do aceite; como pagar a taxa vem depois dos dados. O botão leva à criação da senha.",
    variables: {
      ...everyContract,
      term: "desde quando vale: “está assinado e começa em …” ou “está em vigor até …”",
    },
    needs: ["contractNumber", "term", "withdrawalDays"],
  },
  contactChanged: {
    title: "Dados de contato corrigidos",
    description:
      "Vai para o endereço anterior e para o novo quando a equipe corrige o e-mail ou o telefone do locatário.",
    variables: everyContract,
    needs: ["contractNumber", "companyEmail"],
  },
  correctionAsked: {
    title: "Correção à espera do aceite",
    description:
      "Vai para o locatário quando uma correção muda o endereço ou as datas; o motivo vem depois do primeiro parágrafo.",
    variables: everyContract,
    needs: ["contractNumber"],
  },
  letterReissued: {
    title: "Nova versão da carta",
    description: "Vai para o locatário quando a carta e o contrato corrigidos ficam prontos.",
    variables: everyContract,
    needs: ["contractNumber"],
  },
  ...contractMailKinds,
  ...claimMailKinds,
  ...paymentMailKinds,
  contactReceived: {
    title: "Mensagem de contato recebida",
    description: "Vai para quem escreveu pelo formulário de contato, sem nada do que foi digitado.",
    variables: { ...everyMail, protocol: "protocolo da mensagem" },
    needs: ["protocol", officer],
  },
  partnershipReceived: {
    title: "Solicitação de parceria recebida",
    description: "Vai para quem se cadastrou como parceiro, sem nada do que foi digitado à mão.",
    variables: { ...everyRequest, contactBy: "prazo do contato, com dia e hora" },
    needs: ["protocol", "contactBy", officer],
  },
  passwordRecovery: {
    title: "Recuperação de senha do contrato",
    description: `Vai para o locatário que pediu uma nova senha. ${buttonFirst}`,
    variables: everyMail,
  },
  passwordCreated: {
    title: "Senha do contrato criada",
    description: "Vai para o locatário quando ele cria a primeira senha.",
    variables: everyMail,
    needs: ["companyEmail"],
  },
  passwordChanged: {
    title: "Senha do contrato alterada",
    description: "Vai para o locatário depois de cada troca de senha, menos a primeira.",
    variables: everyMail,
    needs: ["companyEmail"],
  },
  simulationNotice: {
    title: "Aviso à equipe: nova simulação",
    description: "Vai para a caixa da equipe. Responder a ele escreve para quem pediu.",
    variables: {
      ...everyRequest,
      applicantName: "nome de quem pediu",
      propertyCity: "cidade e estado do imóvel",
      rent: "valor do aluguel",
    },
    needs: ["applicantName"],
  },
  partnershipNotice: {
    title: "Aviso à equipe: nova parceria",
    description: "Vai para a caixa da equipe. Responder a ele escreve para quem se cadastrou.",
    variables: {
      ...everyMail,
      companyName: "nome da empresa",
      partnerName: "nome de quem se cadastrou",
      propertyCity: "cidade e estado do imóvel",
    },
    needs: ["companyName"],
  },
  contactNotice: {
    title: "Aviso à equipe: nova mensagem de contato",
    description: "Vai para a caixa da equipe. Responder a ele escreve para quem mandou a mensagem.",
    variables: {
      ...everyMail,
      messageSubject: "assunto da mensagem",
      senderName: "nome de quem escreveu",
    },
    needs: ["messageSubject"],
  },
  staffPending: {
    title: "Aviso à equipe: conta à espera",
    description: "Vai para a caixa da equipe quando alguém confirma o cadastro.",
    variables: { ...everyMail, accountEmail: "e-mail da conta" },
  },
  staffConfirmation: {
    title: "Equipe: confirmação do e-mail",
    description: `Vai para quem se cadastrou na área de gerenciamento. ${buttonFirst}`,
    variables: everyMail,
  },
  staffKnown: {
    title: "Equipe: a conta já existe",
    description: "Vai para quem se cadastrou com um e-mail que já tem conta.",
    variables: everyMail,
  },
  staffReleased: {
    title: "Equipe: conta liberada",
    description: "Vai para quem acaba de ganhar acesso à área de gerenciamento.",
    variables: everyMail,
  },
  staffRecovery: {
    title: "Equipe: recuperação de senha",
    description: `Vai para quem da equipe pediu uma nova senha. ${buttonFirst}`,
    variables: everyMail,
  },
  staffPasswordChanged: {
    title: "Equipe: senha alterada",
    description: "Vai para quem é da equipe depois de cada troca da própria senha.",
    variables: everyMail,
    needs: ["companyEmail"],
  },
  staffFactorChanged: {
    title: "Equipe: verificação em duas etapas ativada",
    description: "Vai para quem é da equipe quando a verificação em duas etapas é ativada.",
    variables: everyMail,
    needs: ["companyEmail"],
  },
  staffDigest: {
    title: "Equipe: resumo da manhã",
    description:
      "Vai de manhã, de segunda a sexta, para quem da equipe ligou o resumo em “Minha conta”. A lista do que espera vem depois dos parágrafos.",
    variables: everyMail,
  },
  staffFactorRemoved: {
    title: "Equipe: verificação em duas etapas desativada",
    description:
      "Vai para quem é da equipe quando a verificação em duas etapas é desativada, também com um código de recuperação.",
    variables: everyMail,
    needs: ["companyEmail"],
  },
} as const satisfies Record<
  MailName<OutgoingMailTemplate> | "staffKnown" | "staffFactorRemoved",
  MailTextKind
>;

/**
 * Name under which a template's texts are stored. The test mail has no name, because it shows the texts of another
 * mail.
 */
type MailName<Template> = Template extends "test-mail" ? never : CamelCase<Template>;
type CamelCase<Text> = Text extends `${infer Start}-${infer Rest}`
  ? `${Start}${Capitalize<CamelCase<Rest>>}`
  : Text & string;

type MailTextKind = {
  title: string;
  description: string;
  variables: Readonly<Record<string, string>>;
  /** Variables that the editors' texts must use, because the reader needs their values. */
  needs?: readonly string[];
};

export type MailTextName = keyof typeof mailTextKinds;

export type MailVariables<Name extends MailTextName> = Record<
  keyof (typeof mailTextKinds)[Name]["variables"],
  string
>;

/** Lists the required variables that a mail's texts lack. */
export function unnamedVariables(name: MailTextName, words: readonly string[]): string[] {
  const { needs = [] }: MailTextKind = mailTextKinds[name];
  return needs.filter((needed) => !words.some((text) => text.includes(`{{${needed}}}`)));
}

export const mailTextNames = Object.keys(mailTextKinds).filter(isMailTextName);

function isMailTextName(name: string): name is MailTextName {
  return name in mailTextKinds;
}

/** Returns the template of a mail name: contact-notice for contactNotice. */
export function templateOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function mailTitle(template: string | null): string {
  if (template === "test-mail") return "Teste de um texto";
  const name = mailTextNames.find((known) => templateOf(known) === template);
  return name ? mailTextKinds[name].title : "E-mail";
}

const line = z.string().check(z.overwrite(singleLine), z.minLength(1), z.maxLength(300));
const paragraph = z.string().check(z.overwrite(multiLine), z.minLength(1), z.maxLength(2000));

/** Name of a mail, and the mail's texts in the studio, whether published or not. */
export const testMailSchema = z.object({
  mail: z.enum(mailTextNames),
  words: z.object({
    subject: line,
    preview: line,
    heading: line,
    paragraphs: z.array(paragraph).check(z.minLength(1), z.maxLength(20)),
    button: line,
    note: z._default(z.nullable(paragraph), null),
  }),
});

/** Input of the edge function send-test-mail. The token lets the content API identify the editor. */
export const testMailRequestSchema = z.extend(testMailSchema, {
  token: z.string().check(z.maxLength(1000), z.regex(/^[\w.~+/=-]+$/)),
});
