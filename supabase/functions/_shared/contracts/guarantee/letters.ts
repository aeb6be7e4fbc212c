import * as z from "zod/mini";

/** What a text of the documents may name, by its variable: the title that editors read. */
const everyDocument = {
  brandName: "marca",
  legalName: "razão social",
  cnpj: "CNPJ da empresa",
  companyAddress: "endereço da empresa",
  companyEmail: "e-mail da empresa",
  tenant: "nome do locatário",
  landlord: "nome do locador",
  reference: "valor de referência",
  limit: "limite da cobertura",
  limitInWords: "limite por extenso",
  startDate: "início",
  endDate: "término",
  months: "duração em meses",
} as const;

const ofConditions = {
  ...everyDocument,
  protocol: "protocolo do pedido",
  fee: "custo total",
  feeDueOn: "vencimento da taxa",
  validUntil: "validade da proposta",
  termsVersion: "versão dos termos",
  termsAddress: "endereço da página dos termos",
} as const;

const ofLetter = {
  ...everyDocument,
  contractNumber: "número do contrato",
  verifyAddress: "endereço da página de verificação",
} as const;

const ofSignature = {
  ...ofLetter,
  acceptedName: "nome digitado no aceite",
  acceptedAt: "momento do aceite",
} as const;

const ofContract = {
  ...everyDocument,
  contractNumber: "número do contrato",
  fee: "custo total",
  acceptedName: "nome digitado no aceite",
  acceptedAt: "momento do aceite",
  termsVersion: "versão dos termos",
  termsAddress: "endereço da página dos termos",
} as const;

const ofReceipt = {
  brandName: everyDocument.brandName,
  legalName: everyDocument.legalName,
  cnpj: everyDocument.cnpj,
  companyAddress: everyDocument.companyAddress,
  companyEmail: everyDocument.companyEmail,
  tenant: everyDocument.tenant,
  cpf: "CPF do locatário",
  contractNumber: "número do contrato",
  receiptNumber: "número do recibo",
  amount: "valor",
  amountInWords: "valor por extenso",
  paidOn: "data do pagamento",
} as const;

const ofClaimReceipt = {
  ...ofReceipt,
  protocol: "protocolo do pedido de acionamento",
  payee: "quem recebeu",
} as const;

const ofDecision = {
  brandName: everyDocument.brandName,
  legalName: everyDocument.legalName,
  cnpj: everyDocument.cnpj,
  companyAddress: everyDocument.companyAddress,
  companyEmail: everyDocument.companyEmail,
  tenant: everyDocument.tenant,
  landlord: everyDocument.landlord,
  contractNumber: "número do contrato",
  protocol: "protocolo do pedido de acionamento",
  openedOn: "dia do pedido",
  decidedOn: "dia da decisão",
  asked: "valor pedido",
  granted: "valor aceito",
} as const;

const ofReport = {
  brandName: everyDocument.brandName,
  legalName: everyDocument.legalName,
  cnpj: everyDocument.cnpj,
  companyAddress: everyDocument.companyAddress,
  companyEmail: everyDocument.companyEmail,
  contractNumber: "número do contrato",
  report: "de entrada ou de saída",
  sender: "locatário ou locador",
} as const;

type LetterText = {
  /** Of the part of the document in which editors find it. */
  part: "labels" | "conditions" | "letter" | "contract" | "receipt" | "decision";
  title: string;
  /** Of a long text, each line is a paragraph. */
  isLong?: true;
  variables: Readonly<Record<string, string>>;
};

const label = (title: string) => ({ part: "labels", title, variables: {} }) as const;

/**
 * The texts of the conditions, the letter and the contract, with the variables that each has: the
 * studio makes the fields of them, the functions check what was published.
 */
export const letterTextKinds = {
  partiesTitle: label("Título: quem participa"),
  guarantorLabel: label("Fiadora"),
  tenantLabel: label("Locatário"),
  landlordLabel: label("Locador"),
  propertyLabel: label("Imóvel"),
  valuesTitle: label("Título: valores e prazos"),
  rentLabel: label("Aluguel"),
  referenceLabel: label("Valor de referência"),
  limitLabel: label("Limite da cobertura"),
  termLabel: label("Vigência"),
  feeLabel: label("Taxa, com o custo total"),
  feeDueLabel: label("Vencimento da taxa"),
  paymentLabel: label("Forma de pagamento"),
  protocolLabel: label("Protocolo"),
  renewalLabel: label("Contrato que é renovado"),
  contractLabel: label("Número do contrato"),
  issuedLabel: label("Data de emissão"),
  coverageTitle: label("Título: o que a garantia cobre"),
  rulesTitle: label("Título: regras que valem"),
  letterFeeText: {
    part: "labels",
    title: "Quando a carta só vale com a taxa paga",
    isLong: true,
    variables: everyDocument,
  },
  versionText: {
    part: "labels",
    title: "Numa nova versão, abaixo do título",
    variables: { version: "número da versão", issued: "data em que foi emitida" },
  },
  pageLabel: {
    part: "labels",
    title: "Número da página",
    variables: { page: "página", pages: "número de páginas" },
  },
  conditionsTitle: { part: "conditions", title: "Título", variables: ofConditions },
  conditionsIntro: { part: "conditions", title: "Abertura", isLong: true, variables: ofConditions },
  conditionsLimit: {
    part: "conditions",
    title: "Até quanto cobre",
    isLong: true,
    variables: ofConditions,
  },
  conditionsRules: { part: "conditions", title: "Regras", isLong: true, variables: ofConditions },
  limitingClausesTitle: {
    part: "conditions",
    title: "Título das cláusulas que limitam direitos",
    variables: ofConditions,
  },
  letterTitle: { part: "letter", title: "Título", variables: ofLetter },
  letterIntro: { part: "letter", title: "Declaração", isLong: true, variables: ofLetter },
  letterLimit: { part: "letter", title: "Até quanto cobre", isLong: true, variables: ofLetter },
  letterRules: { part: "letter", title: "Regras", isLong: true, variables: ofLetter },
  signatureTitle: { part: "letter", title: "Título da assinatura", variables: ofSignature },
  signatureText: {
    part: "letter",
    title: "Quem assinou e como",
    isLong: true,
    variables: ofSignature,
  },
  verifyTitle: { part: "letter", title: "Título da verificação", variables: ofLetter },
  verifyText: { part: "letter", title: "Como verificar", isLong: true, variables: ofLetter },
  codeLabel: { part: "letter", title: "Código de verificação", variables: {} },
  codeImageText: {
    part: "letter",
    title: "Texto alternativo do código QR",
    variables: ofLetter,
  },
  contractTitle: { part: "contract", title: "Título", variables: ofContract },
  contractIntro: { part: "contract", title: "Abertura", isLong: true, variables: ofContract },
  contractLimit: {
    part: "contract",
    title: "Até quanto cobre",
    isLong: true,
    variables: ofContract,
  },
  contractRules: { part: "contract", title: "Regras", isLong: true, variables: ofContract },
  acceptanceTitle: { part: "contract", title: "Título do aceite", variables: ofContract },
  acceptanceText: { part: "contract", title: "Aceite", isLong: true, variables: ofContract },
  clausesTitle: { part: "contract", title: "Título das cláusulas aceitas", variables: ofContract },
  hashLabel: { part: "contract", title: "Rótulo da identificação do PDF", variables: {} },
  receiptTitle: { part: "receipt", title: "Título do recibo", variables: ofReceipt },
  receiptIntro: { part: "receipt", title: "Recibo da taxa", isLong: true, variables: ofReceipt },
  refundTitle: {
    part: "receipt",
    title: "Título do comprovante de devolução",
    variables: ofReceipt,
  },
  refundIntro: {
    part: "receipt",
    title: "Comprovante de devolução",
    isLong: true,
    variables: ofReceipt,
  },
  receiptNote: {
    part: "receipt",
    title: "Abaixo dos dados",
    isLong: true,
    variables: ofReceipt,
  },
  claimReceiptTitle: {
    part: "receipt",
    title: "Título do comprovante de pagamento da garantia",
    variables: ofClaimReceipt,
  },
  claimReceiptIntro: {
    part: "receipt",
    title: "Comprovante de pagamento da garantia",
    isLong: true,
    variables: ofClaimReceipt,
  },
  decisionTitle: { part: "decision", title: "Título", variables: ofDecision },
  decisionIntro: { part: "decision", title: "Abertura", isLong: true, variables: ofDecision },
  decisionHeard: {
    part: "decision",
    title: "Quando o locatário respondeu",
    isLong: true,
    variables: ofDecision,
  },
  decisionSilent: {
    part: "decision",
    title: "Quando o locatário não respondeu",
    isLong: true,
    variables: ofDecision,
  },
  decisionAppeal: {
    part: "decision",
    title: "O que se pode fazer contra a decisão",
    isLong: true,
    variables: { ...ofDecision, appealUntil: "último dia para pedir a revisão" },
  },
  decisionFinal: {
    part: "decision",
    title: "O que se pode fazer contra a decisão da revisão",
    isLong: true,
    variables: ofDecision,
  },
  paidTitle: { part: "receipt", title: "Título: dados do pagamento", variables: {} },
  receiptLabel: { part: "receipt", title: "Número do recibo", variables: {} },
  payerLabel: { part: "receipt", title: "Quem pagou", variables: {} },
  payeeLabel: { part: "receipt", title: "Quem recebeu", variables: {} },
  amountLabel: { part: "receipt", title: "Valor", variables: {} },
  paidOnLabel: { part: "receipt", title: "Data do pagamento", variables: {} },
  inspectionTitle: { part: "receipt", title: "Título do recibo da vistoria", variables: ofReport },
  inspectionIntro: {
    part: "receipt",
    title: "Recibo da vistoria",
    isLong: true,
    variables: ofReport,
  },
  inspectionSenderLabel: { part: "receipt", title: "Quem enviou a vistoria", variables: {} },
  inspectionCountLabel: { part: "receipt", title: "Quantos arquivos", variables: {} },
  inspectionNote: {
    part: "receipt",
    title: "Abaixo da lista de arquivos",
    isLong: true,
    variables: ofReport,
  },
} as const satisfies Record<string, LetterText>;

export type LetterTextName = keyof typeof letterTextKinds;

/** The names of the texts, as the content has them. */
export const letterTextNames = Object.keys(letterTextKinds).filter(isLetterTextName);

function isLetterTextName(name: string): name is LetterTextName {
  return name in letterTextKinds;
}

/**
 * The code of a letter from what somebody types: with or without dashes, small letters, an O for a
 * zero, an I or L for a one. Undefined when it is none.
 */
export function readLetterCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(code) ? code : undefined;
}

/** A letter's code as it is read out: in groups of four. */
export function formatLetterCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}

/**
 * The code of the letter that is shown to landlords and agencies: no letter that was issued has it,
 * by a rule of the table. Somebody who types EXEM-PLO0-0000 is understood.
 */
export const specimenCode = "EXEMP1000000";

/** The form of /verificar, and what verify-letter takes: a code, however it is typed. */
export const verifyLetterSchema = z.object({
  code: z.pipe(
    z.string("Digite o código da carta").check(z.maxLength(60, codeMessage())),
    z.pipe(
      z.transform((typed: string) => readLetterCode(typed) ?? ""),
      z.string().check(z.minLength(1, codeMessage())),
    ),
  ),
});

/** Why a letter is over, where whoever holds it may know. */
export const letterEndingSchema = z.enum(["regret", "not-started", "keys"]);

/** The words of /verificar for that. */
export const wordsOfLetterEnding = {
  regret: "regretted",
  "not-started": "notStarted",
  keys: "keys",
} as const satisfies Record<z.output<typeof letterEndingSchema>, string>;

/** What a letter that was issued is worth today. Days as YYYY-MM-DD, in reais. */
const issuedLetterSchema = z.object({
  state: z.enum(["upcoming", "in_force", "awaiting_payment", "ended", "revoked", "replaced"]),
  /** Initials alone. */
  tenant: z.string(),
  city: z.optional(z.string()),
  limit: z.optional(z.number()),
  /** Absent of one that was replaced: what holds is told by the new one alone. */
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
  /** When a corrected letter took its place, ISO 8601. */
  replacedAt: z.optional(z.string()),
  ending: z.optional(letterEndingSchema),
  /** The day as of which it was ended or revoked before its term. */
  closedOn: z.optional(z.string()),
  /** ISO 8601. */
  issuedAt: z.string(),
  /** Of the PDF that was issued, in hexadecimal. */
  fileSha256: z.string(),
});

export type IssuedLetter = z.output<typeof issuedLetterSchema>;

/** What verify-letter answers: of the specimen, that it is one. */
export const verifiedLetterSchema = z.union([
  z.object({ state: z.literal("specimen") }),
  issuedLetterSchema,
]);

export type VerifiedLetter = z.output<typeof verifiedLetterSchema>;

function codeMessage(): string {
  return "Confira o código: são 12 letras e números";
}
