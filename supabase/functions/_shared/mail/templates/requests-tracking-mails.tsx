import * as z from "zod/mini";
import { documentKindTitles } from "#contracts/requests/documents.ts";
import { formatCurrency, formatDeadline, formatShortDate } from "#contracts/fields/formats.ts";
import { besideFormer, renewedTermsSchema } from "#contracts/requests/tracking.ts";
import { askedDocumentsKind, askedDocumentsStatus } from "#contracts/stored-values.ts";
import type { Mail } from "../define-template.ts";
import { trackingUrl, withoutLinks } from "../mail-formats.ts";
import { contractRow, feeRow, offerRow, simulationRow } from "../mail-examples.ts";
import { type DetailRow, Details, FeePayment, Quote, Warning, feeSchema } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

export const trackingLink = defineRowMail(
  "trackingLink",
  z.object({ id: z.string(), protocol: z.string() }),
  simulationRow,
  async ({ id, protocol }, context) => ({
    variables: { protocol },
    facts: ["Pedido", ["Protocolo", protocol]],
    url: await trackingUrl(context, id),
  }),
);

const documentSchema = z.object({
  kind: z.enum(askedDocumentsKind),
  status: z.enum(askedDocumentsStatus),
  note: z.optional(z.string()),
  reason: z.optional(z.string()),
});

/** Lists the missing documents, each with the staff's note or the reason for its refusal. */
function rowsOf(documents: readonly z.output<typeof documentSchema>[]): DetailRow[] {
  return documents.flatMap(({ kind, status, note, reason }) => {
    const title = documentKindTitles[kind];
    if (status === "refused") return [[`${title}: envie outra vez`, reason ?? ""] as const];
    return status === "asked" ? [[title, note ?? "Aguardando o seu envio"] as const] : [];
  });
}

/** Defines the mail to the applicant when staff request or refuse documents. */
export const documentsAsked = defineRowMail(
  "documentsAsked",
  z.object({
    id: z.string(),
    protocol: z.string(),
    documents: z.nullable(z.array(documentSchema)),
  }),
  {
    ...simulationRow,
    documents: [
      { kind: "identity", status: "refused", reason: "A foto está desfocada." },
      { kind: "income", status: "asked", note: "Os três últimos holerites." },
      { kind: "residence", status: "accepted" },
    ],
  },
  async ({ id, protocol, documents }, context) => {
    const rows = rowsOf(documents ?? []);
    return {
      variables: { protocol },
      quote: rows.length > 0 && <Details title="Documentos" rows={rows} />,
      facts: ["Pedido", ["Protocolo", protocol]],
      url: await trackingUrl(context, id),
    };
  },
);

const offeredSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  offer: z.object({
    referenceValue: z.number(),
    coverLimit: z.number(),
    fee: z.number(),
    feeDueOn: z.string(),
    validUntil: z.string(),
    renews: z.nullish(renewedTermsSchema),
  }),
});

/** Defines offer mails. Exclusions come before amounts. The landlord's name is left out, because it is typed text. */
function offerMail(name: "offerMade" | "offerReminder" | "renewalOffered"): Mail {
  const renews = {
    contractNumber: contractRow.contract_number,
    endDate: contractRow.end_date,
    landlordName: "José Pereira",
    rentalValue: 1700,
    coverLimit: 14_280,
    fee: 1530,
    months: 12,
  };
  const offered = name === "renewalOffered" ? { ...offerRow, renews } : offerRow;
  const example = { ...simulationRow, offer: offered };
  return defineRowMail(name, offeredSchema, example, async ({ id, protocol, offer }, context) => {
    const former = offer.renews;
    const { exclusions } = context.coverage;
    const validUntil = formatDeadline(offer.validUntil);
    return {
      variables: {
        protocol,
        validUntil,
        fee: formatCurrency(offer.fee),
        coverLimit: formatCurrency(offer.coverLimit),
        formerNumber: former?.contractNumber ?? "",
        formerEnd: former ? formatShortDate(former.endDate) : "",
      },
      details: <Warning title={exclusions.title} items={exclusions.items} />,
      facts: [
        "Condições",
        ["Protocolo", protocol],
        ["Renova o contrato", former?.contractNumber ?? null],
        ["Limite da cobertura", besideFormer(offer.coverLimit, former?.coverLimit, formatCurrency)],
        ["Valor de referência", formatCurrency(offer.referenceValue)],
        ["Taxa (custo total)", besideFormer(offer.fee, former?.fee, formatCurrency)],
        ["Vencimento da taxa", formatShortDate(offer.feeDueOn)],
        ["Você pode aceitar até", `${validUntil} (horário de Brasília)`],
      ],
      url: await trackingUrl(context, id),
    };
  });
}

export const offerMade = offerMail("offerMade");
export const offerReminder = offerMail("offerReminder");
export const renewalOffered = offerMail("renewalOffered");

const questionSchema = z.object({
  clause: z.optional(z.string()),
  text: z.string(),
  answer: z.optional(z.string()),
});

const questionExample = {
  clause: "Limite da cobertura",
  text: "O condomínio atrasado conta para o limite da cobertura?",
};

const titleOf = ({ clause }: z.output<typeof questionSchema>) =>
  clause ? `Pergunta sobre “${clause}”` : "Pergunta";

const answeredSchema = z.object({
  protocol: z.string(),
  full_name: z.string(),
  email: z.string(),
  answered: z.object({
    adjustment: z.nullable(z.string()),
    decline: z.nullable(z.string()),
    question: z.nullable(questionSchema),
    fee: z.number(),
    validUntil: z.string(),
  }),
});

type Answered = z.output<typeof answeredSchema>["answered"];

function saidOf({ question, decline }: Answered): string {
  if (question) return "faz uma pergunta sobre as condições";
  return decline ? "não quer as condições" : "pede um ajuste nas condições";
}

/** Defines the mail to the staff inbox with everything that an applicant wrote about an offer. */
export const offerNotice = defineRowMail(
  "offerNotice",
  answeredSchema,
  {
    ...simulationRow,
    answered: {
      adjustment: "Posso pagar em duas vezes? O aluguel vence no dia 10.",
      decline: null,
      question: null,
      fee: offerRow.fee,
      validUntil: offerRow.validUntil,
    },
  },
  ({ protocol, full_name: fullName, email, answered }, { siteUrl }) => ({
    variables: {
      protocol,
      applicantName: withoutLinks(fullName),
      answer: saidOf(answered),
    },
    replyTo: email,
    details: (
      <>
        {answered.question && (
          <Quote title={titleOf(answered.question)}>{withoutLinks(answered.question.text)}</Quote>
        )}
        {answered.decline && (
          <Quote title="Por que não quer">{withoutLinks(answered.decline)}</Quote>
        )}
        {answered.adjustment && (
          <Quote title="O ajuste que pede">{withoutLinks(answered.adjustment)}</Quote>
        )}
      </>
    ),
    facts: [
      "Condições",
      ["Protocolo", protocol],
      ["Taxa (custo total)", formatCurrency(answered.fee)],
      ["Valem até", answered.decline ? null : formatDeadline(answered.validUntil)],
    ],
    url: `${siteUrl}/admin/simulacoes`,
  }),
);

/** Defines the mail with staff's answer. It may quote the question, which staff have read. Links are disabled. */
export const questionAnswered = defineRowMail(
  "questionAnswered",
  z.object({
    id: z.string(),
    protocol: z.string(),
    answered: z.object({ question: questionSchema }),
  }),
  {
    ...simulationRow,
    answered: {
      question: {
        ...questionExample,
        answer: "Conta, sim: aluguel, condomínio e IPTU somam até o limite da cobertura.",
      },
    },
  },
  async ({ id, protocol, answered: { question } }, context) => ({
    variables: { protocol },
    quote: (
      <>
        <Quote title={titleOf(question)}>{withoutLinks(question.text)}</Quote>
        <Quote title="Nossa resposta">{question.answer ?? ""}</Quote>
      </>
    ),
    facts: ["Pedido", ["Protocolo", protocol]],
    url: await trackingUrl(context, id),
  }),
);

/** Defines the mail to the tenant who accepted an offer, sent while letter and contract are being issued. */
export const offerAccepted = defineRowMail(
  "offerAccepted",
  z.object({
    id: z.string(),
    protocol: z.string(),
    contract: z.object({ contractNumber: z.string() }),
    fee: z._default(z.nullable(feeSchema), null),
  }),
  {
    ...simulationRow,
    contract: { contractNumber: contractRow.contract_number },
    fee: feeRow,
  },
  async ({ id, protocol, contract, fee }, context) => ({
    variables: { protocol, ...contract },
    details: (
      <>
        <Details
          title="Contrato"
          rows={[
            ["Número do contrato", contract.contractNumber],
            ["Protocolo", protocol],
          ]}
        />
        {fee && <FeePayment fee={fee} pix={context.pix} />}
      </>
    ),
    url: await trackingUrl(context, id),
  }),
);
