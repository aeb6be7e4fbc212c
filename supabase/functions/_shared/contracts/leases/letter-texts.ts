const company = {
  brandName: "marca",
  legalName: "razão social",
  cnpj: "CNPJ da empresa",
  companyAddress: "endereço da empresa",
  companyEmail: "e-mail da empresa",
};

const guarantee = {
  ...company,
  tenant: "nome do locatário",
  landlord: "nome do locador",
  reference: "valor de referência",
  limit: "limite da cobertura",
  limitInWords: "limite por extenso",
  startDate: "início",
  endDate: "término",
  months: "duração em meses",
};

const numbered = { contractNumber: "número do contrato" };
const accepted = {
  acceptedName: "nome digitado no aceite",
  acceptedAt: "momento do aceite",
};
const terms = {
  termsVersion: "versão dos termos",
  termsAddress: "endereço da página dos termos",
};

const ofConditions = {
  ...guarantee,
  protocol: "protocolo do pedido",
  fee: "custo total",
  feeDueOn: "vencimento da taxa",
  feeDue:
    "como a taxa vence: “com vencimento em …” ou “em 3 parcelas mensais, a primeira com vencimento em …”",
  validUntil: "validade da proposta",
  ...terms,
};

const ofLetter = {
  ...guarantee,
  ...numbered,
  verifyAddress: "endereço da página de verificação",
};

const ofSignature = { ...ofLetter, ...accepted };

const ofContract = { ...guarantee, ...numbered, fee: "custo total", ...accepted, ...terms };

const ofReceipt = {
  ...company,
  tenant: guarantee.tenant,
  cpf: "CPF do locatário",
  ...numbered,
  receiptNumber: "número do recibo",
  amount: "valor",
  amountInWords: "valor por extenso",
  paidOn: "data do pagamento",
  verifyAddress: ofLetter.verifyAddress,
};

const ofClaimReceipt = {
  ...ofReceipt,
  protocol: "protocolo do pedido de acionamento",
  payee: "quem recebeu",
};

const ofPart = {
  paid: "o que este pagamento paga dela",
  due: "o valor da cobrança",
  open: "o que falta pagar",
};

const ofDecision = {
  ...company,
  tenant: guarantee.tenant,
  landlord: guarantee.landlord,
  ...numbered,
  protocol: "protocolo do pedido de acionamento",
  openedOn: "dia do pedido",
  decidedOn: "dia da decisão",
  asked: "valor pedido",
  granted: "valor aprovado",
};

const ofReport = {
  ...company,
  ...numbered,
  report: "de entrada ou de saída",
  sender: "locatário ou locador",
};

type LetterText = {
  /** Group of fields in the studio under which editors find the text. */
  part: "labels" | "conditions" | "letter" | "contract" | "receipt" | "decision";
  title: string;
  /** Whether the text may have several lines; each line becomes a paragraph. */
  isLong: boolean;
  variables: Readonly<Record<string, string>>;
};

const line = (
  part: LetterText["part"],
  title: string,
  variables: LetterText["variables"] = {},
): LetterText => ({ part, title, isLong: false, variables });

const long = (...text: Parameters<typeof line>): LetterText => ({ ...line(...text), isLong: true });

/** Document texts and their variables. The studio's fields and the functions' checks follow this list. */
export const letterTextKinds = {
  partiesTitle: line("labels", "Título: quem participa"),
  guarantorLabel: line("labels", "Fiadora"),
  tenantLabel: line("labels", "Locatário"),
  landlordLabel: line("labels", "Locador"),
  propertyLabel: line("labels", "Imóvel"),
  valuesTitle: line("labels", "Título: valores e prazos"),
  rentLabel: line("labels", "Aluguel"),
  referenceLabel: line("labels", "Valor de referência"),
  limitLabel: line("labels", "Limite da cobertura"),
  termLabel: line("labels", "Vigência"),
  feeLabel: line("labels", "Taxa, com o custo total"),
  feeDueLabel: line("labels", "Vencimento da taxa"),
  paymentLabel: line("labels", "Forma de pagamento"),
  planOnce: line("labels", "Nome do plano: Pix, de uma vez"),
  planMonthly: line("labels", "Nome do plano: Pix, em parcelas", {
    instalments: "número de parcelas",
  }),
  instalmentLabel: line("labels", "Cada parcela", {
    instalment: "parcela",
    instalments: "número de parcelas",
  }),
  instalmentText: line("labels", "Valor e vencimento de cada parcela", {
    amount: "valor",
    dueOn: "vencimento",
  }),
  pastStartLabel: line("conditions", "Por que começa antes do aceite"),
  protocolLabel: line("labels", "Protocolo"),
  renewalLabel: line("labels", "Contrato que é renovado"),
  contractLabel: line("labels", "Número do contrato"),
  issuedLabel: line("labels", "Data de emissão"),
  coverageTitle: line("labels", "Título: o que a garantia cobre"),
  rulesTitle: line("labels", "Título: regras que valem"),
  claimRules: long("labels", "Prazos para acionar a garantia", guarantee),
  letterFeeText: long("labels", "Quando a carta só vale com a taxa paga", {
    ...guarantee,
    firstPayment: "o que se paga antes: “a taxa” ou “a primeira parcela da taxa”",
  }),
  versionText: line("labels", "Numa nova versão, abaixo do título", {
    version: "número da versão",
    issued: "data em que foi emitida",
  }),
  pageLabel: line("labels", "Número da página", { page: "página", pages: "número de páginas" }),
  conditionsTitle: line("conditions", "Título", ofConditions),
  conditionsIntro: long("conditions", "Abertura", ofConditions),
  conditionsLimit: long("conditions", "Até quanto cobre", ofConditions),
  conditionsRules: long("conditions", "Regras", ofConditions),
  limitingClausesTitle: line(
    "conditions",
    "Título das cláusulas que limitam direitos",
    ofConditions,
  ),
  letterTitle: line("letter", "Título", ofLetter),
  letterIntro: long("letter", "Declaração", ofLetter),
  letterLimit: long("letter", "Até quanto cobre", ofLetter),
  letterRules: long("letter", "Regras", ofLetter),
  signatureTitle: line("letter", "Título da assinatura", ofSignature),
  signatureText: long("letter", "Quem assinou e como", ofSignature),
  verifyTitle: line("letter", "Título da verificação", ofLetter),
  verifyText: long("letter", "Como verificar", ofLetter),
  codeLabel: line("letter", "Código de verificação"),
  codeImageText: line("letter", "Texto alternativo do código QR", ofLetter),
  contractTitle: line("contract", "Título", ofContract),
  contractIntro: long("contract", "Abertura", ofContract),
  contractLimit: long("contract", "Até quanto cobre", ofContract),
  contractRules: long("contract", "Regras", ofContract),
  acceptanceTitle: line("contract", "Título do aceite", ofContract),
  acceptanceText: long("contract", "Aceite", ofContract),
  clausesTitle: line("contract", "Título das cláusulas aceitas", ofContract),
  hashLabel: line("contract", "Rótulo da identificação do PDF"),
  receiptTitle: line("receipt", "Título do recibo", ofReceipt),
  receiptIntro: long("receipt", "Recibo de um pagamento recebido", ofReceipt),
  receiptSettled: long("receipt", "Quitação do que está pago por inteiro", {
    ...ofReceipt,
    settled: "o que está pago por inteiro, com o valor",
  }),
  receiptPaysTitle: line("receipt", "Título: a que o pagamento se refere"),
  receiptPart: line("receipt", "Cobrança paga em parte", ofPart),
  receiptWhole: line("receipt", "Cobrança paga por inteiro", ofPart),
  receiptLeft: long("receipt", "Quando sobra uma parte do valor", {
    ...ofReceipt,
    left: "a parte que sobra",
  }),
  receiptReturned: long("receipt", "Quando uma parte do valor é devolvida", {
    ...ofReceipt,
    returned: "a parte que é devolvida",
  }),
  receiptStated: line("receipt", "De quando são os dados", {
    statedOn: "dia do último lançamento",
  }),
  receiptReversed: long("receipt", "Quando o pagamento foi estornado", {
    ...ofReceipt,
    reversedOn: "dia do estorno",
  }),
  receiptVerify: long("receipt", "Como verificar", ofReceipt),
  receiptCodeImage: line("receipt", "Texto alternativo do código QR"),
  refundTitle: line("receipt", "Título do comprovante de devolução", ofReceipt),
  refundIntro: long("receipt", "Comprovante de devolução", ofReceipt),
  receiptNote: long("receipt", "Abaixo dos dados", ofReceipt),
  claimReceiptTitle: line(
    "receipt",
    "Título do comprovante de pagamento da garantia",
    ofClaimReceipt,
  ),
  claimReceiptIntro: long("receipt", "Comprovante de pagamento da garantia", ofClaimReceipt),
  decisionTitle: line("decision", "Título", ofDecision),
  decisionIntro: long("decision", "Abertura", ofDecision),
  decisionHeard: long("decision", "Quando o locatário respondeu", ofDecision),
  decisionSilent: long("decision", "Quando o locatário não respondeu", ofDecision),
  decisionPayment: long("decision", "Quando o valor aprovado é pago", {
    ...ofDecision,
    payBy: "último dia para o pagamento",
  }),
  decisionReview: long("decision", "O que se pode fazer contra a decisão", {
    ...ofDecision,
    reviewUntil: "último dia para pedir a revisão",
  }),
  decisionFinal: long("decision", "Quando as duas partes já pediram a revisão", ofDecision),
  paidTitle: line("receipt", "Título: dados do pagamento"),
  receiptLabel: line("receipt", "Número do recibo"),
  payerLabel: line("receipt", "Quem pagou"),
  payeeLabel: line("receipt", "Quem recebeu"),
  accountLabel: line("receipt", "Conta que recebeu"),
  amountLabel: line("receipt", "Valor"),
  paidOnLabel: line("receipt", "Data do pagamento"),
  inspectionTitle: line("receipt", "Título do recibo da vistoria", ofReport),
  inspectionIntro: long("receipt", "Recibo da vistoria", ofReport),
  inspectionSenderLabel: line("receipt", "Quem enviou a vistoria"),
  inspectionCountLabel: line("receipt", "Quantos arquivos"),
  inspectionNote: long("receipt", "Abaixo da lista de arquivos", ofReport),
} satisfies Record<string, LetterText>;

export type LetterTextName = keyof typeof letterTextKinds;

export const letterTextNames = Object.keys(letterTextKinds).filter(isLetterTextName);

function isLetterTextName(name: string): name is LetterTextName {
  return name in letterTextKinds;
}
