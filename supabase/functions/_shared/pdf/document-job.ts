import * as z from "zod/mini";
import type { CallDatabase } from "../database.ts";
import { sha256 } from "../hashes.ts";
import { type RequestFailure, conflict } from "../http/request-failure.ts";
import type { Parts } from "../parts.ts";
import type { ContractSource } from "./leases-contract-pdf.ts";
import type { LetterSource } from "./leases-letter-pdf.ts";
import { instalmentsSchema } from "#contracts/requests/offer-terms.ts";
import { UndrawnLetter } from "./pdf-document.ts";

const contractSchema = z.object({
  id: z.uuid(),
  offer_id: z.nullable(z.uuid()),
  contract_number: z.string(),
  tenant_name: z.string(),
  tenant_cpf: z.string(),
  landlord_name: z.string(),
  property_type: z.string(),
  property_address: z.string(),
  rental_value: z.number(),
  guarantee_reference_value: z.number(),
  cover_limit: z.number(),
  fee: z.number(),
  fee_due_on: z.nullable(z.string()),
  start_date: z.string(),
  end_date: z.string(),
  contract_duration_months: z.number(),
  payment_method: z.string(),
  letter_fee: z.string(),
  created_at: z.string(),
});

const jobSchema = z.object({
  contractId: z.uuid(),
  attempt: z.number(),
  version: z._default(z.number(), 1),
  contract: contractSchema,
  letter: z.object({ code: z.string(), issued_at: z.string() }),
  acceptance: z.nullable(
    z.object({
      accepted_at: z.string(),
      full_name: z.string(),
      clauses: z.array(z.string()),
      terms_version: z.string(),
      conditions_sha256: z.string(),
    }),
  ),
  /** Registered landlord of the contract; absent when the landlord is not registered. */
  landlord: z.nullish(z.object({ document: z.nullable(z.string()) })),
  instalments: z.nullable(instalmentsSchema),
});

/** Job from the queue of documents. Only the fields that every job has are checked here. */
export const claimedJobSchema = z.looseObject({
  contractId: z.uuid(),
  attempt: z.number(),
  requestId: z.nullish(z.string()),
});

/** Returns the data for the files of a job from the queue. Throws when a field is missing. */
export function readDocumentJob(claimed: unknown) {
  const { contract, letter, acceptance, landlord, instalments, version } = jobSchema.parse(claimed);
  const guarantee = {
    contractNumber: contract.contract_number,
    tenantName: contract.tenant_name,
    cpf: contract.tenant_cpf,
    landlordName: contract.landlord_name,
    landlordDocument: landlord?.document ?? undefined,
    propertyType: contract.property_type,
    propertyAddress: contract.property_address,
    rentalValue: contract.rental_value,
    referenceValue: contract.guarantee_reference_value,
    coverLimit: contract.cover_limit,
    startDate: contract.start_date,
    endDate: contract.end_date,
    months: contract.contract_duration_months,
    letterNeedsFee: contract.letter_fee !== "apart",
    ...(instalments && { instalments }),
    ...(version > 1 && { version: { number: version, issuedAt: letter.issued_at } }),
  };
  const letterSource: LetterSource = {
    ...guarantee,
    code: letter.code,
    issuedAt: letter.issued_at,
    acceptance: acceptance
      ? { fullName: acceptance.full_name, acceptedAt: acceptance.accepted_at }
      : undefined,
  };
  const contractSource: ContractSource = {
    ...guarantee,
    fee: contract.fee,
    feeDueOn: contract.fee_due_on,
    paymentMethod: contract.payment_method,
    createdAt: contract.created_at,
    acceptance: acceptance
      ? {
          fullName: acceptance.full_name,
          acceptedAt: acceptance.accepted_at,
          termsVersion: acceptance.terms_version,
          conditionsSha256: acceptance.conditions_sha256,
          clauses: acceptance.clauses,
        }
      : undefined,
  };
  const accepted =
    acceptance && contract.offer_id !== null
      ? { offerId: contract.offer_id, sha256: acceptance.conditions_sha256 }
      : null;
  return { letterSource, contractSource, accepted, version };
}

/** PDF that is drawn when it is first opened with its present facts, and never again. */
interface OpenedDocument {
  contractId: string;
  /** Name of the document for staff. */
  name: string;
  /** Hash of the stored PDF; absent before the PDF is drawn. */
  known: string | null | undefined;
  /** Returns the path in the bucket, by the hash of the PDF. */
  pathOf: (hash: string) => string;
  draw: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Database function that records the hash once, and returns the hash that was recorded first or null. */
  record: readonly [name: string, parameters: Record<string, unknown>];
  /** Creates the refusal when `record` returns null. */
  missing: () => RequestFailure;
}

/** Bucket of the documents that are drawn. */
export const documentsBucket = "contract-documents";

/**
 * Returns the path of a PDF. Draws and stores the PDF when it is first opened.
 * @throws RequestFailure 409 when the fonts lack one of the document's characters. Staff then get a task.
 */
export async function drawOnce(
  { callDatabase, files }: Pick<Parts, "callDatabase" | "files">,
  { contractId, name, known, pathOf, draw, record, missing }: OpenedDocument,
): Promise<string> {
  if (known) return pathOf(known);
  const bytes = await drawOpened(callDatabase, { contractId, name }, draw);
  const file_sha256 = await sha256(bytes);
  // The file comes first, because a row must never lack its file; a file without its row does no harm.
  await files.store(documentsBucket, pathOf(file_sha256), { bytes, type: "application/pdf" });
  // A simultaneous call may have recorded another PDF first. That PDF stands.
  const [recorder, parameters] = record;
  const stands = z
    .nullable(z.string())
    .parse(await callDatabase(recorder, { ...parameters, file_sha256 }));
  if (stands === null) throw missing();
  return pathOf(stands);
}

/** Draws a document. Gives staff a task when the fonts lack one of its characters. `name` is its name for staff. */
async function drawOpened(
  callDatabase: CallDatabase,
  { contractId, name }: { contractId: string; name: string },
  draw: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await draw();
  } catch (error) {
    if (!(error instanceof UndrawnLetter)) throw error;
    await callDatabase("record_document_undrawn", {
      contract_id: contractId,
      document_name: name,
      error: error.reason,
    });
    throw conflict(`${error.message} Nossa equipe já recebeu o aviso.`);
  }
}
