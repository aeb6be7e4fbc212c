import * as z from "zod/mini";
import type { MailPreviewRequest } from "../_shared/contracts/mail-preview-request.ts";
import type { Parts } from "../_shared/parts.ts";
import { workOutOffer } from "../_shared/work-out-offer.ts";

const askedDocumentsSchema = z.array(
  z.object({
    kind: z.string(),
    status: z.string(),
    note: z.nullable(z.string()),
    refusal_reason: z.nullable(z.string()),
  }),
);

type Ask = (name: string) => Promise<unknown>;
type Needed = Pick<Parts, "now" | "readContent">;

/**
 * What a mail would be about once the form is sent, beside the simulation as it is stored.
 *
 * @param ask Calls a function of the database about this simulation, as the member of staff.
 */
export async function previewSource(
  parts: Needed,
  input: MailPreviewRequest,
  ask: Ask,
): Promise<Record<string, unknown>> {
  switch (input.template) {
    case "simulation-approved":
      return {};
    case "simulation-rejected":
      return { rejection_reason: input.reason };
    case "offer-made":
      return { offer: workOutOffer(input, await parts.readContent(), parts.now()) };
    case "documents-asked": {
      const { kinds, note } = input;
      const known = askedDocumentsSchema.parse(await ask("list_request_documents"));
      // As `ask_documents` does: what still waits is not asked twice, another document is told by its note.
      const asked = kinds.filter(
        (kind) =>
          !known.some(
            (earlier) =>
              earlier.kind === kind &&
              earlier.status !== "accepted" &&
              (kind !== "other" || earlier.note === note),
          ),
      );
      return {
        documents: [
          ...known.map(({ kind, status, note: earlierNote, refusal_reason }) => ({
            kind,
            status,
            ...(earlierNote !== null && { note: earlierNote }),
            ...(refusal_reason !== null && { reason: refusal_reason }),
          })),
          ...asked.map((kind) => ({ kind, status: "asked", ...(note !== undefined && { note }) })),
        ],
      };
    }
  }
}
