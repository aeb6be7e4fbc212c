import * as z from "zod/mini";
import { requireAccessToken } from "../_shared/callers.ts";
import type { fileLinkSchema } from "../_shared/contracts/documents.ts";
import { openCaseFileSchema } from "../_shared/contracts/guarantee/inspections.ts";
import { hex, secretHash } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { decisionSourceSchema, makeDecisionPdf } from "../_shared/pdf/decision-pdf.ts";
import { inspectionListSchema, makeInspectionPdf } from "../_shared/pdf/inspection-pdf.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "auth" | "callerAddress" | "hashAddress" | "files" | "readContent"
>;

/** Long enough to open the file, too short to be worth passing on. */
const seconds = 60;

/**
 * Gives a landlord by its link, and tenant or staff who are signed in, a file that both sides of a
 * contract may see, the receipt of a report, or the decision of a claim, behind a link that ends soon. The database says whose it
 * is and notes each look. A receipt is drawn anew each time: of the same files it is the same.
 */
export function createHandler(parts: Needed): Handler {
  const { callDatabase, files } = parts;

  /** The same question, asked by a link's secret or by the caller's own token. */
  async function ask(
    request: Request,
    secret: string | undefined,
    { byToken, byLink }: { byToken: string; byLink: string },
    about: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    if (secret === undefined) {
      return callDatabase(byToken, about, await requireAccessToken(request, parts.auth));
    }
    return callDatabase(byLink, {
      secret_hash: await secretHash(secret),
      address_hash: await parts.hashAddress(parts.callerAddress(request)),
      ...about,
    });
  }

  /** Drawn when it is first asked for, from what is stored, and the same file from then on. */
  async function openDecision(request: Request, secret: string | undefined, claimId: string) {
    const doors = { byToken: "view_claim_decision", byLink: "find_claim_decision" };
    const source = z
      .nullable(decisionSourceSchema)
      .parse(await ask(request, secret, doors, { claim_id: claimId }));
    if (source === null) throw notHere();
    const { contractId, protocol, round } = source;
    const pathOf = (hash: string) => `${contractId}/decisao-${protocol}-${round}-${hash}.pdf`;

    async function draw(known: z.output<typeof decisionSourceSchema>): Promise<string> {
      const bytes = await makeDecisionPdf(known, await parts.readContent());
      const file_sha256 = hex(await crypto.subtle.digest("SHA-256", bytes));
      // Stored first: a decision without its file must not be; a file without its row harms nobody.
      await files.store("contract-documents", pathOf(file_sha256), {
        bytes,
        type: "application/pdf",
      });
      const record = { claim_id: claimId, round, file_sha256 };
      return z.string().parse(await callDatabase("record_claim_decision", record));
    }

    const path = pathOf(source.sha256 ?? (await draw(source)));
    return files.link("contract-documents", path, { seconds, name: `decisao-${protocol}.pdf` });
  }

  return createEndpoint(parts.publicGate, {
    name: "open-case-file",
    schema: openCaseFileSchema,
    async answer({ secret, ...asked }, request): Promise<z.output<typeof fileLinkSchema>> {
      if ("fileId" in asked) {
        const doors = { byToken: "view_case_file", byLink: "find_case_file" };
        const found = z
          .nullable(z.object({ path: z.string() }))
          .parse(await ask(request, secret, doors, { file_id: asked.fileId }));
        if (found === null) throw notHere();
        // With a name it is a download wherever it is opened: a stranger's file is shown as pictures.
        const name = `arquivo-${asked.fileId.slice(0, 8)}${/\.\w+$/.exec(found.path)?.[0] ?? ""}`;
        return { url: await files.link("request-documents", found.path, { seconds, name }) };
      }
      if ("claimId" in asked) return { url: await openDecision(request, secret, asked.claimId) };
      const { contractId, moment, side } = asked;
      const doors = { byToken: "list_inspection", byLink: "list_inspection_by_link" };
      const list = inspectionListSchema.parse(
        await ask(request, secret, doors, { contract_id: contractId, moment, side }),
      );
      if (list === null) throw notHere();
      const bytes = await makeInspectionPdf({ ...list, moment, side }, await parts.readContent());
      const name = `recibo-vistoria-${moment === "entry" ? "entrada" : "saida"}-${side === "tenant" ? "locatario" : "locador"}.pdf`;
      const path = `${list.contractId}/${name}`;
      await files.store("contract-documents", path, { bytes, type: "application/pdf" });
      return { url: await files.link("contract-documents", path, { seconds, name }) };
    },
  });
}

const notHere = () => new RequestFailure(404, "not_found", "Este arquivo não está aqui.");
