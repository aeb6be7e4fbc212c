import * as z from "zod/mini";
import { formatCurrency, formatDateTime, formatDeadline } from "../../contracts/fields/formats.ts";
import { termsVersionPath } from "../../contracts/legal-text.ts";
import { simulationFieldsWhere } from "../../contracts/simulation-request.ts";
import { defineTemplate } from "../define-template.ts";
import { stateName, stateSchema, trackingUrl, withoutLinks } from "../mail-formats.ts";
import { simulationRow } from "../mail-examples.ts";
import { Action, Details, Quote, sentRows } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const simulationReceivedSource = z.object({
  subject: z.object({
    id: z.string(),
    protocol: z.string(),
    answer_due_at: z.string(),
    property_state: stateSchema,
    rental_value: z.number(),
    accepted_terms_version: z.string(),
    accepted_terms_at: z.string(),
  }),
});

/** The browser says which version it showed, so only what looks like one is repeated. */
const versionPattern = /^\d{1,4}(?:[.-]\d{1,2}){0,2}$/;

/**
 * To the address that was typed, which may be a stranger's: that something arrived, with what
 * staff and lists can word. Nothing that was typed is repeated, or anybody could have Payser
 * send their own text to anybody; and income and documents are not for a mistyped address.
 */
export const simulationReceived = defineTemplate(
  simulationReceivedSource,
  { subject: simulationRow },
  async ({ subject: simulation }, context) => {
    const { protocol } = simulation;
    const answerBy = formatDeadline(simulation.answer_due_at);
    const words = wordMail(context, "simulationReceived", { protocol, answerBy });
    const version = simulation.accepted_terms_version;
    const isVersion = versionPattern.test(version);
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Pedido"
            rows={[
              ["Protocolo", protocol],
              ["Resposta até", `${answerBy} (horário de Brasília)`],
              ["Valor do aluguel", formatCurrency(simulation.rental_value)],
              ["Estado do imóvel", stateName(simulation.property_state)],
            ]}
          />
          <Action url={await trackingUrl(context, simulation.id)}>{words.button}</Action>
          <Details
            title="Termos aceitos"
            rows={[
              ...(isVersion ? [["Versão", version] as const] : []),
              ["Aceitos em", formatDateTime(simulation.accepted_terms_at)],
              // The very text that was agreed to, whatever is in force when the mail is read.
              [
                "Onde ler",
                `${context.siteUrl}${isVersion ? termsVersionPath(version) : "/termos"}`,
              ],
            ]}
          />
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const simulationNoticeSource = z.object({
  subject: z.looseObject({
    id: z.string(),
    protocol: z.string(),
    answer_due_at: z.string(),
    full_name: z.string(),
    email: z.string(),
    property_city: z.string(),
    property_state: z.string(),
    rental_value: z.number(),
  }),
});

/** To the staff inbox. The documents and income stay on the staff page, behind the login. */
export const simulationNotice = defineTemplate(
  simulationNoticeSource,
  { subject: simulationRow },
  ({ subject: simulation }, context) => {
    const { protocol } = simulation;
    const words = wordMail(context, "simulationNotice", {
      protocol,
      applicantName: withoutLinks(simulation.full_name),
      propertyCity: withoutLinks(`${simulation.property_city}/${simulation.property_state}`),
      rent: formatCurrency(simulation.rental_value),
    });
    return {
      ...words,
      replyTo: simulation.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Resumo"
            rows={[
              ["Protocolo", protocol],
              ["Resposta prometida até", formatDeadline(simulation.answer_due_at)],
              ...sentRows(
                simulation,
                simulationFieldsWhere(({ isInNotice }) => isInNotice === true),
              ),
            ]}
          />
          <Action url={`${context.siteUrl}/admin/simulacoes#${simulation.id}`}>
            {words.button}
          </Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const simulationApprovedSource = z.object({
  subject: z.object({
    id: z.string(),
    protocol: z.string(),
    property_state: stateSchema,
    rental_value: z.number(),
  }),
});

/** To the applicant, once staff approve. Not yet a contract: costs come before contracting. */
export const simulationApproved = defineTemplate(
  simulationApprovedSource,
  { subject: simulationRow },
  async ({ subject: simulation }, context) => {
    const words = wordMail(context, "simulationApproved", { protocol: simulation.protocol });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Pedido"
            rows={[
              ["Protocolo", simulation.protocol],
              ["Valor do aluguel", formatCurrency(simulation.rental_value)],
              ["Estado do imóvel", stateName(simulation.property_state)],
            ]}
          />
          <Action url={await trackingUrl(context, simulation.id)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const simulationRejectedSource = z.object({
  subject: z.object({ id: z.string(), protocol: z.string(), rejection_reason: z.string() }),
});

/** To the applicant, once staff reject; the reason is what staff wrote. */
export const simulationRejected = defineTemplate(
  simulationRejectedSource,
  {
    subject: {
      ...simulationRow,
      rejection_reason: "A renda informada é menor que três vezes o valor do aluguel.",
    },
  },
  async ({ subject }, context) => {
    const words = wordMail(context, "simulationRejected", { protocol: subject.protocol });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs.slice(0, 1)} />
          <Quote title="Motivo">{subject.rejection_reason}</Quote>
          <Paragraphs texts={words.paragraphs.slice(1)} />
          <Details title="Pedido" rows={[["Protocolo", subject.protocol]]} />
          <Action url={await trackingUrl(context, subject.id)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
