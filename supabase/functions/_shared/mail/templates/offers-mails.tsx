import * as z from "zod/mini";
import { formatCurrency, formatDeadline, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type OfferTerm,
  instalmentValues,
  instalmentsSchema,
  offerChangesSchema,
  offerTerms,
  writeTerm,
} from "#contracts/requests/offer-terms.ts";
import { renewedTermsSchema } from "#contracts/requests/tracking.ts";
import type { Mail } from "../define-template.ts";
import { trackingUrl, withoutLinks } from "../mail-formats.ts";
import { contractRow, feeRow, offerRow, simulationRow } from "../mail-examples.ts";
import { type DetailRow, Details, FeePayment, Quote, Warning, feeSchema } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

const offeredSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  offer: z.object({
    referenceValue: z.number(),
    coverLimit: z.number(),
    fee: z.number(),
    feeDueOn: z.string(),
    paymentMethod: z.string(),
    instalments: instalmentsSchema,
    pastStartReason: z.nullish(z.string()),
    validUntil: z.string(),
    renews: z.nullish(renewedTermsSchema),
    changes: offerChangesSchema,
  }),
});

type OfferMailName = "offerMade" | "offerChanged" | "offerReminder" | "renewalOffered";

const renews = {
  contractNumber: contractRow.contract_number,
  endDate: contractRow.end_date,
  landlordName: "José Pereira",
  rentalValue: 1700,
  coverLimit: 14_280,
  fee: 1530,
  months: 12,
};
const changes = [
  { field: "coverLimit", before: 14_280, after: offerRow.coverLimit },
  { field: "fee", before: 1530, after: offerRow.fee },
  { field: "rentalValue", before: 1700, after: 1800.5 },
];
const offerExamples: Record<OfferMailName, object> = {
  offerMade: offerRow,
  offerChanged: { ...offerRow, changes },
  offerReminder: offerRow,
  renewalOffered: { ...offerRow, renews, changes },
};

/**
 * Defines offer mails, with the exclusions before the amounts. The landlord's name is left out, because free text could
 * bring a deceptive message to a stranger's address.
 */
function offerMail(name: OfferMailName): Mail {
  const example = { ...simulationRow, offer: offerExamples[name] };
  return defineRowMail(name, offeredSchema, example, async ({ id, protocol, offer }, context) => {
    const former = offer.renews;
    const { exclusions } = context.coverage;
    const { instalmentLabel, instalmentText } = context.letterTexts;
    const validUntil = formatDeadline(offer.validUntil);
    const instalments = instalmentValues(offer.instalments);
    const term = (field: keyof typeof offer & OfferTerm): DetailRow => [
      offerTerms[field].title,
      writeTerm(field, offer[field], offer.changes),
    ];
    return {
      variables: {
        protocol,
        validUntil,
        fee: formatCurrency(offer.fee),
        coverLimit: formatCurrency(offer.coverLimit),
        formerNumber: former?.contractNumber ?? "",
        formerEnd: former ? formatShortDate(former.endDate) : "",
      },
      details: (
        <>
          <Warning title={exclusions.title} items={exclusions.items} />
          {offer.pastStartReason && (
            <Quote title={context.letterTexts.pastStartLabel}>
              {withoutLinks(offer.pastStartReason)}
            </Quote>
          )}
        </>
      ),
      facts: [
        "Condições",
        ["Protocolo", protocol],
        ["Renova o contrato", former?.contractNumber ?? null],
        term("coverLimit"),
        term("referenceValue"),
        term("fee"),
        ...(instalments.length === 0 ? [term("feeDueOn")] : []),
        ["Forma de pagamento", withoutLinks(term("paymentMethod")[1] ?? "")],
        ...instalments.map((values): DetailRow => [
          fillVariables(instalmentLabel, values),
          fillVariables(instalmentText, values),
        ]),
        ...otherChanges(offer.changes),
        ["Você pode aceitar até", `${validUntil} (horário de Brasília)`],
      ],
      url: await trackingUrl(context, id),
    };
  });
}

/** Returns rows for changed terms. Leaves out terms that every offer mail shows (`shownTerms`). */
function otherChanges(all: z.output<typeof offerChangesSchema>): DetailRow[] {
  return all.flatMap(({ field, after }): DetailRow[] => {
    const { title } = offerTerms[field];
    // The mail says only that the name has changed, because free text could bring a deceptive message.
    if (field === "landlordName") return [[title, "mudou: confira no seu link"]];
    return shownTerms.includes(field) ? [] : [[title, writeTerm(field, after, all)]];
  });
}

const shownTerms: readonly OfferTerm[] = [
  "coverLimit",
  "referenceValue",
  "fee",
  "feeDueOn",
  "paymentMethod",
];

export const offerMade = offerMail("offerMade");
export const offerChanged = offerMail("offerChanged");
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
  id: z.string(),
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
  ({ id, protocol, full_name: fullName, email, answered }, { siteUrl }) => ({
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
    url: `${siteUrl}/admin/simulacoes#${id}`,
  }),
);

/**
 * Defines the mail with staff's answer. The mail quotes the question, because staff have read it. Links in the
 * question are not shown.
 */
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
