import * as z from "zod/mini";
import { type withdrawnFileSchema, withdrawFileSchema } from "#contracts/requests/documents.ts";
import { callByLink } from "../_shared/callers.ts";
import { removeOrphan } from "../_shared/files.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure, linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

const withdrawnSchema = z.nullable(
  z.object({ changed: z.boolean(), isOpen: z.boolean(), path: z.optional(z.string()) }),
);

/**
 * Removes a file of a requested document for the applicant. Deletes the row before the file, so that staff never see a
 * row whose file is missing.
 */
export function createHandler(parts: Parts): Handler {
  const name = "withdraw-file";
  return createEndpoint(parts.publicGate, {
    name,
    schema: withdrawFileSchema,
    async answer({ secret, fileId }, request): Promise<z.output<typeof withdrawnFileSchema>> {
      const withdrawn = withdrawnSchema.parse(
        await callByLink(parts, request, "withdraw_file", { secret, file_id: fileId }),
      );
      if (withdrawn === null) throw linkNotFound();
      const { changed, isOpen, path } = withdrawn;
      if (!isOpen) {
        throw new RequestFailure(
          409,
          "invalid_request",
          "Este documento já foi conferido e não muda mais. Atualize a página.",
        );
      }
      if (path !== undefined) await removeOrphan(parts, name, ["request-documents", path]);
      return { changed };
    },
  });
}
