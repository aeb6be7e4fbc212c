import * as z from "zod/mini";
import { formatCurrency, formatDateTime, formatDeadline } from "#contracts/fields/formats.ts";
import { termsVersionPath } from "#contracts/legal-text.ts";
import { simulationFieldsWhere } from "#contracts/requests/simulation-request.ts";
import { stateName, stateSchema, trackingUrl, withoutLinks } from "../mail-formats.ts";
import { simulationRow } from "../mail-examples.ts";
import { Details, Quote, sentRows } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

const receivedSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  answer_due_at: z.string(),
  property_state: stateSchema,
  rental_value: z.number(),
  accepted_terms_version: z.string(),
  accepted_terms_at: z.string(),
});

/** Pattern of a version of the terms. The browser sends the version, so the mail repeats only text that matches. */
const versionPattern = /^\d{1,4}(?:[.-]\d{1,2}){0,2}$/;

/**
 * Defines the confirmation of a simulation. The mail has no typed text, income or documents, because the address may
 * belong to a stranger.
 */
export const simulationReceived = defineRowMail(
  "simulationReceived",
  receivedSchema,
  simulationRow,
  async ({ protocol, accepted_terms_version: version, ...simulation }, context) => {
    const answerBy = formatDeadline(simulation.answer_due_at);
    const isVersion = versionPattern.test(version);
    return {
      variables: { protocol, answerBy },
      facts: [
        "Pedido",
        ["Protocolo", protocol],
        ["Resposta até", `${answerBy} (horário de Brasília)`],
        ["Valor do aluguel", formatCurrency(simulation.rental_value)],
        ["Estado do imóvel", stateName(simulation.property_state)],
      ],
      url: await trackingUrl(context, simulation.id),
      after: (
        <Details
          title="Termos aceitos"
          rows={[
            ["Versão", isVersion ? version : null],
            ["Aceitos em", formatDateTime(simulation.accepted_terms_at)],
            // The link leads to the accepted version, even when a newer version is in force.
            ["Onde ler", `${context.siteUrl}${isVersion ? termsVersionPath(version) : "/termos"}`],
          ]}
        />
      ),
    };
  },
);

const noticeSchema = z.looseObject({
  id: z.string(),
  protocol: z.string(),
  answer_due_at: z.string(),
  full_name: z.string(),
  email: z.string(),
  property_city: z.string(),
  property_state: z.string(),
  rental_value: z.number(),
});

/**
 * Defines the mail to the staff inbox about a new simulation. It leaves out income and documents, which staff see only
 * after sign-in.
 */
export const simulationNotice = defineRowMail(
  "simulationNotice",
  noticeSchema,
  simulationRow,
  (simulation, { siteUrl }) => ({
    variables: {
      protocol: simulation.protocol,
      applicantName: withoutLinks(simulation.full_name),
      propertyCity: withoutLinks(`${simulation.property_city}/${simulation.property_state}`),
      rent: formatCurrency(simulation.rental_value),
    },
    replyTo: simulation.email,
    facts: [
      "Resumo",
      ["Protocolo", simulation.protocol],
      ["Resposta prometida até", formatDeadline(simulation.answer_due_at)],
      ...sentRows(
        simulation,
        simulationFieldsWhere(({ isInNotice }) => isInNotice === true),
      ),
    ],
    url: `${siteUrl}/admin/simulacoes#${simulation.id}`,
  }),
);

/**
 * Defines the mail about an approval. An approval is not yet a contract, so the mail has no costs and no conditions.
 */
export const simulationApproved = defineRowMail(
  "simulationApproved",
  z.object({
    id: z.string(),
    protocol: z.string(),
    property_state: stateSchema,
    rental_value: z.number(),
  }),
  simulationRow,
  async ({ id, protocol, property_state: state, rental_value: rent }, context) => ({
    variables: { protocol },
    facts: [
      "Pedido",
      ["Protocolo", protocol],
      ["Valor do aluguel", formatCurrency(rent)],
      ["Estado do imóvel", stateName(state)],
    ],
    url: await trackingUrl(context, id),
  }),
);

/** Defines the mail to the applicant when staff reject a simulation. The mail quotes the staff's reason. */
export const simulationRejected = defineRowMail(
  "simulationRejected",
  z.object({ id: z.string(), protocol: z.string(), rejection_reason: z.string() }),
  {
    ...simulationRow,
    rejection_reason: "A renda informada é menor que três vezes o valor do aluguel.",
  },
  async ({ id, protocol, rejection_reason: reason }, context) => ({
    variables: { protocol },
    quote: <Quote title="Motivo">{reason}</Quote>,
    facts: ["Pedido", ["Protocolo", protocol]],
    url: await trackingUrl(context, id),
  }),
);
