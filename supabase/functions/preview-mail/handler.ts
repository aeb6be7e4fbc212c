import * as z from "zod/mini";
import { mailPreviewRequestSchema } from "../_shared/contracts/mail-preview-request.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { renderMail } from "../_shared/mail/render-mail.tsx";
import type { Parts } from "../_shared/parts.ts";
import { requireAccessToken } from "../_shared/require-access-token.ts";
import { previewSource } from "./preview-source.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "auth" | "callDatabase" | "now" | "readContent" | "siteUrl"
>;

/**
 * What a mail to an applicant would say, for staff to read before it goes. The links in it hold
 * no secret: they lead to the page, not to the request.
 */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "preview-mail",
    schema: mailPreviewRequestSchema,
    async answer(input, request) {
      const accessToken = await requireAccessToken(request, parts.auth);
      const ask = (name: string) =>
        parts.callDatabase(name, { simulation_id: input.simulationId }, accessToken);
      const simulation = z.record(z.string(), z.unknown()).parse(await ask("simulation_detail"));
      const source = await previewSource(parts, input, ask);
      const { subject, text } = await renderMail(
        input.template,
        { payload: {}, subject: { ...simulation, ...source } },
        {
          ...(await parts.readContent()),
          siteUrl: parts.siteUrl,
          createLinkSecret: () => Promise.reject(new Error("No preview opens an account.")),
          readTrackingSecret: () => Promise.resolve(null),
        },
      );
      return { subject, text };
    },
  });
}
