import * as z from "zod/mini";
import { requireAccessToken } from "../_shared/callers.ts";
import { type MailPreviewRequest, mailPreviewRequestSchema } from "#contracts/mail/mail-preview.ts";
import { type Handler, createEndpoint } from "../_shared/http/endpoint.ts";
import { renderMail } from "../_shared/mail/render-mail.tsx";
import type { Parts } from "../_shared/parts.ts";
import type { OutgoingMailTemplate } from "#contracts/stored-values.ts";
import { rowOf } from "#contracts/fields/sent-fields.ts";
import { workOutOffer } from "../_shared/work-out-offer.ts";

/** Renders the preview of a mail to an applicant. Links in the preview have no secret and open no request. */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "preview-mail",
    schema: mailPreviewRequestSchema,
    async answer(input, request) {
      const accessToken = await requireAccessToken(request, parts.auth);
      const ask = (name: string) =>
        parts.callDatabase(name, { simulation_id: input.simulationId }, accessToken);
      const simulation = z.record(z.string(), z.unknown()).parse(await ask("simulation_detail"));
      const { template, source } = await previewOf(parts, input, ask);
      const { subject, text } = await renderMail(
        template,
        { payload: {}, subject: { ...simulation, ...source } },
        {
          ...(await parts.readContent()),
          siteUrl: parts.siteUrl,
          createLinkSecret: () => Promise.reject(new Error("No preview opens an account.")),
          readTrackingSecret: () => Promise.resolve(null),
          readLandlordSecret: () => Promise.resolve(null),
          readAccountSecret: () => Promise.resolve(null),
        },
      );
      return { subject, text };
    },
  });
}

const askedDocumentsSchema = z.array(
  z.object({
    kind: z.string(),
    status: z.string(),
    note: z.nullable(z.string()),
    refusal_reason: z.nullable(z.string()),
  }),
);

const draftSchema = z.looseObject({
  template: z.enum(["offer-made", "offer-changed", "renewal-offered"]),
});

type Ask = (name: string) => Promise<unknown>;

interface Preview {
  template: OutgoingMailTemplate;
  /** Data that the form would store. */
  source: Record<string, unknown>;
}

/** Returns template and data of the mail. `ask` calls the database with the staff member's rights. */
async function previewOf(parts: Parts, input: MailPreviewRequest, ask: Ask): Promise<Preview> {
  switch (input.template) {
    case "simulation-approved":
      return { template: input.template, source: {} };
    case "simulation-rejected":
      return { template: input.template, source: { rejection_reason: input.reason } };
    case "offer": {
      const { simulationId, renewsContractId, template: _offer, ...form } = input;
      const row = {
        ...rowOf(workOutOffer(form, await parts.readContent(), parts.now())),
        simulation_id: simulationId,
        renews_contract_id: renewsContractId ?? null,
      };
      const draft = draftSchema.parse(await parts.callDatabase("draft_offer", { offer: row }));
      return { template: draft.template, source: { offer: draft } };
    }
    case "documents-asked": {
      const { template, kinds, note } = input;
      const known = askedDocumentsSchema.parse(await ask("list_request_documents"));
      // The database function `ask_documents` has the same rule: a document that is still awaited
      // is not requested twice. Documents of the kind "other" are told apart by their note.
      const asked = kinds.filter(
        (kind) =>
          !known.some(
            (earlier) =>
              earlier.kind === kind &&
              earlier.status !== "accepted" &&
              (kind !== "other" || earlier.note === note),
          ),
      );
      const documents = [
        ...known.map(({ kind, status, note: earlierNote, refusal_reason }) => ({
          kind,
          status,
          ...(earlierNote !== null && { note: earlierNote }),
          ...(refusal_reason !== null && { reason: refusal_reason }),
        })),
        ...asked.map((kind) => ({ kind, status: "asked", ...(note !== undefined && { note }) })),
      ];
      return { template, source: { documents } };
    }
  }
}
