import * as z from "zod/mini";
import { documentKindTitles } from "../../contracts/documents.ts";
import { formatCurrency, formatDeadline, formatShortDate } from "../../contracts/fields/formats.ts";
import { besideFormer, renewedTermsSchema } from "../../contracts/tracking.ts";
import { askedDocumentsKind, askedDocumentsStatus } from "../../contracts/stored-values.ts";
import { type Mail, defineTemplate } from "../define-template.ts";
import { trackingUrl, withoutLinks } from "../mail-formats.ts";
import { contractRow, feeRow, offerRow, simulationRow } from "../mail-examples.ts";
import {
  Action,
  type DetailRow,
  Details,
  FeePayment,
  Quote,
  Warning,
  feeSchema,
} from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const trackingLinkSource = z.object({
  subject: z.object({ id: z.string(), protocol: z.string() }),
});

/** To the applicant who lost the link and asked for another. */
export const trackingLink = defineTemplate(
  trackingLinkSource,
  { subject: simulationRow },
  async ({ subject }, context) => {
    const words = wordMail(context, "trackingLink", { protocol: subject.protocol });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details title="Pedido" rows={[["Protocolo", subject.protocol]]} />
          <Action url={await trackingUrl(context, subject.id)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const documentSchema = z.object({
  kind: z.enum(askedDocumentsKind),
  status: z.enum(askedDocumentsStatus),
  note: z.optional(z.string()),
  reason: z.optional(z.string()),
});

const documentsAskedSource = z.object({
  subject: z.object({
    id: z.string(),
    protocol: z.string(),
    documents: z.nullable(z.array(documentSchema)),
  }),
});

/** What there is to send when the mail leaves, and why again; note and reason are staff's words. */
function rowsOf(documents: readonly z.output<typeof documentSchema>[]): DetailRow[] {
  return documents.flatMap(({ kind, status, note, reason }) => {
    const title = documentKindTitles[kind];
    if (status === "refused") return [[`${title}: envie outra vez`, reason ?? ""] as const];
    return status === "asked" ? [[title, note ?? "Aguardando o seu envio"] as const] : [];
  });
}

/** To the applicant, when staff ask for documents or refuse some that were sent. */
export const documentsAsked = defineTemplate(
  documentsAskedSource,
  {
    subject: {
      ...simulationRow,
      documents: [
        { kind: "identity", status: "refused", reason: "A foto está desfocada." },
        { kind: "income", status: "asked", note: "Os três últimos holerites." },
        { kind: "residence", status: "accepted" },
      ],
    },
  },
  async ({ subject }, context) => {
    const words = wordMail(context, "documentsAsked", { protocol: subject.protocol });
    const rows = rowsOf(subject.documents ?? []);
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs.slice(0, 1)} />
          {rows.length > 0 && <Details title="Documentos" rows={rows} />}
          <Paragraphs texts={words.paragraphs.slice(1)} />
          <Details title="Pedido" rows={[["Protocolo", subject.protocol]]} />
          <Action url={await trackingUrl(context, subject.id)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const offerMailSource = z.object({
  subject: z.object({
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
  }),
});

/**
 * To the applicant, about conditions that wait to be accepted. What is not covered stands before
 * the numbers; who the landlord is was typed by somebody, and stays out. What a renewal changes has
 * the former amount beside it.
 */
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
  const example = { subject: { ...simulationRow, offer: offered } };
  return defineTemplate(offerMailSource, example, async ({ subject }, context) => {
    const { id, protocol, offer } = subject;
    const former = offer.renews;
    const { exclusions } = context.coverage;
    const validUntil = formatDeadline(offer.validUntil);
    const fee = formatCurrency(offer.fee);
    const coverLimit = formatCurrency(offer.coverLimit);
    const named = {
      protocol,
      validUntil,
      fee,
      coverLimit,
      formerNumber: former?.contractNumber ?? "",
      formerEnd: former ? formatShortDate(former.endDate) : "",
    };
    const words = wordMail(context, name, named);
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Warning title={exclusions.title} items={exclusions.items} />
          <Details
            title="Condições"
            rows={[
              ["Protocolo", protocol],
              ...(former ? [["Renova o contrato", former.contractNumber] as const] : []),
              [
                "Limite da cobertura",
                besideFormer(offer.coverLimit, former?.coverLimit, formatCurrency),
              ],
              ["Valor de referência", formatCurrency(offer.referenceValue)],
              ["Taxa (custo total)", besideFormer(offer.fee, former?.fee, formatCurrency)],
              ["Vencimento da taxa", formatShortDate(offer.feeDueOn)],
              ["Você pode aceitar até", `${validUntil} (horário de Brasília)`],
            ]}
          />
          <Action url={await trackingUrl(context, id)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
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

const offerNoticeSource = z.object({
  subject: z.object({
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
  }),
});

type Answered = z.output<typeof offerNoticeSource>["subject"]["answered"];

function saidOf({ question, decline }: Answered): string {
  if (question) return "faz uma pergunta sobre as condições";
  return decline ? "não quer as condições" : "pede um ajuste nas condições";
}

/** To the staff inbox: what an applicant who does not accept wrote, all of it if twice. */
export const offerNotice = defineTemplate(
  offerNoticeSource,
  {
    subject: {
      ...simulationRow,
      answered: {
        adjustment: "Posso pagar em duas vezes? O aluguel vence no dia 10.",
        decline: null,
        question: null,
        fee: offerRow.fee,
        validUntil: offerRow.validUntil,
      },
    },
  },
  ({ subject }, context) => {
    const { protocol, answered } = subject;
    const words = wordMail(context, "offerNotice", {
      protocol,
      applicantName: withoutLinks(subject.full_name),
      answer: saidOf(answered),
    });
    return {
      ...words,
      replyTo: subject.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          {answered.question && (
            <Quote title={titleOf(answered.question)}>{withoutLinks(answered.question.text)}</Quote>
          )}
          {answered.decline && (
            <Quote title="Por que não quer">{withoutLinks(answered.decline)}</Quote>
          )}
          {answered.adjustment && (
            <Quote title="O ajuste que pede">{withoutLinks(answered.adjustment)}</Quote>
          )}
          <Details
            title="Condições"
            rows={[
              ["Protocolo", protocol],
              ["Taxa (custo total)", formatCurrency(answered.fee)],
              ...(answered.decline
                ? []
                : [["Valem até", formatDeadline(answered.validUntil)] as const]),
            ]}
          />
          <Action url={`${context.siteUrl}/admin/simulacoes`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const questionAnsweredSource = z.object({
  subject: z.object({
    id: z.string(),
    protocol: z.string(),
    answered: z.object({ question: questionSchema }),
  }),
});

/**
 * To the applicant: what staff answer to a question about the conditions. It is quoted, because somebody
 * of staff has read it before it goes out, and without links.
 */
export const questionAnswered = defineTemplate(
  questionAnsweredSource,
  {
    subject: {
      ...simulationRow,
      answered: {
        question: {
          ...questionExample,
          answer: "Conta, sim: aluguel, condomínio e IPTU somam até o limite da cobertura.",
        },
      },
    },
  },
  async ({ subject }, context) => {
    const { id, protocol, answered } = subject;
    const words = wordMail(context, "questionAnswered", { protocol });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs.slice(0, 1)} />
          <Quote title={titleOf(answered.question)}>{withoutLinks(answered.question.text)}</Quote>
          <Quote title="Nossa resposta">{answered.question.answer ?? ""}</Quote>
          <Paragraphs texts={words.paragraphs.slice(1)} />
          <Details title="Pedido" rows={[["Protocolo", protocol]]} />
          <Action url={await trackingUrl(context, id)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const offerAcceptedSource = z.object({
  subject: z.object({
    id: z.string(),
    protocol: z.string(),
    contract: z.object({ contractNumber: z.string() }),
    fee: z._default(z.nullable(feeSchema), null),
  }),
});

/** To whoever accepted, while letter and contract are made. */
export const offerAccepted = defineTemplate(
  offerAcceptedSource,
  {
    subject: {
      ...simulationRow,
      contract: { contractNumber: contractRow.contract_number },
      fee: feeRow,
    },
  },
  async ({ subject }, context) => {
    const { protocol, contract, fee } = subject;
    const words = wordMail(context, "offerAccepted", { protocol, ...contract });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Contrato"
            rows={[
              ["Número do contrato", contract.contractNumber],
              ["Protocolo", protocol],
            ]}
          />
          {fee && <FeePayment fee={fee} pix={context.pix} />}
          <Action url={await trackingUrl(context, subject.id)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
