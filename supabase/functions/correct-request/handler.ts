import * as z from "zod/mini";
import { rowOf } from "#contracts/fields/sent-fields.ts";
import {
  correctRequestSchema,
  requestCorrectedSchema,
  requestDataSchema,
} from "#contracts/requests/request-correction.ts";
import { callByLink, requireAuditedCaller } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { conflict, linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

const conflicts = {
  closed:
    "Os dados deste pedido já não podem ser corrigidos por aqui. Fale com a gente pelo WhatsApp.",
  accepted: "Este pedido já virou contrato. Corrija os dados no contrato.",
  changed: "Os dados deste pedido mudaram há pouco. Confira os dados de agora e envie de novo.",
  same: "Nada mudou: o pedido já tem estes dados.",
  sending: "Um e-mail deste pedido está sendo enviado agora. Tente de novo em um minuto.",
};

/** Sentence for staff, whose dialog shows the values of the moment at which it was opened. */
const changedForStaff =
  "Os dados deste pedido mudaram há pouco. Feche, confira os dados de agora e corrija de novo.";

const resultSchema = z.nullable(
  z.object({
    outcome: z.enum(["corrected", "made", "closed", "accepted", "changed", "same", "sending"]),
  }),
);

type Input = z.output<typeof correctRequestSchema>;

/**
 * Shows the masked data of a request to the holder of its link, and corrects a request by link or in a staff session. A
 * second send gets the same reply.
 */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "correct-request",
    schema: correctRequestSchema,
    async answer(input, call) {
      if (input.action === "read") {
        const found = await callByLink(parts, call, "read_request_data", { secret: input.secret });
        if (found === null) throw linkNotFound();
        return requestDataSchema.parse(found);
      }
      const result = resultSchema.parse(await correct(parts, input, call));
      if (result === null) throw linkNotFound();
      const { outcome } = result;
      if (outcome === "changed" && input.action === "correct-as-staff") {
        throw conflict(changedForStaff);
      }
      if (outcome !== "corrected" && outcome !== "made") throw conflict(conflicts[outcome]);
      parts.kickDelivery();
      return requestCorrectedSchema.parse({ outcome });
    },
  });
}

async function correct(
  parts: Parts,
  input: Exclude<Input, { action: "read" }>,
  call: Request,
): Promise<unknown> {
  if (input.action === "correct") {
    const { action: _action, secret, correctionId, version, ...typed } = input;
    return callByLink(parts, call, "correct_request_by_link", {
      secret,
      correction_id: correctionId,
      known_version: version,
      wanted: rowOf(typed),
    });
  }
  const { action: _action, simulationId, correctionId, version, reason, ...typed } = input;
  const { token } = await requireAuditedCaller(parts, call, {
    action: "correct-request",
    subject_id: simulationId,
  });
  const parameters = {
    simulation_id: simulationId,
    correction_id: correctionId,
    known_version: version,
    wanted: rowOf(typed),
    reason,
  };
  return parts.callDatabase("correct_request", parameters, token);
}
