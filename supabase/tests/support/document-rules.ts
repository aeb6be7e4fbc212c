import type { Sql } from "postgres";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { type Caller, holders } from "./personas.ts";
import { askedFileRow, documentRow } from "./sample-rows.ts";

const service: Caller[] = ["service"];
const hash = "b".repeat(64);
const unknown = "00000000-0000-4000-8000-000000000000";

/**
 * Adds a requested document with one file that staff have not checked yet, and the answer of a credit bureau. Returns
 * the ids.
 */
export async function plantDocument(sql: Sql, simulationId: string) {
  const empty = { status: "asked", file_count: 0, file_bytes: 0 };
  const [asked] = await sql`
    insert into public.asked_documents ${sql(documentRow(simulationId, empty))} returning id`;
  const documentId = String(asked?.["id"]);
  const file = askedFileRow(documentId);
  await sql`insert into public.asked_files ${sql(file)}`;
  await sql`update public.asked_documents set status = 'sent' where id = ${documentId}`;
  const answerId = crypto.randomUUID();
  await sql`
    insert into private.bureau_answers (id, simulation_id, source, answered_on)
    values (${answerId}, ${simulationId}, 'Serasa', current_date)`;
  return { simulationId, documentId, fileId: file.id, answerId };
}

/** Returns the access rules of the database functions about requested documents, bureaus and second approvals. */
export function documentRules(known: () => Awaited<ReturnType<typeof plantDocument>>) {
  const decision = () => ({ document_id: known().documentId, files: [known().fileId] });
  const right = () => ({ secret_hash: hash, file_id: unknown });
  return {
    accept_document: { may: holders("requests"), args: decision },
    refuse_document: {
      may: holders("requests"),
      args: () => ({ ...decision(), reason: "Desfocado" }),
    },
    list_request_documents: {
      may: holders("read"),
      args: () => ({ simulation_id: known().simulationId }),
    },
    view_document: { may: holders("read"), args: () => ({ document_id: known().fileId }) },
    open_document_upload: {
      may: service,
      args: () => ({ ...right(), document_id: unknown, address_hash: hash }),
    },
    receive_document: {
      may: service,
      args: () => ({
        ...right(),
        document_id: unknown,
        file_path: "x",
        file_type: "application/pdf",
        file_sha256: hash,
        bytes: 1,
      }),
    },
    withdraw_first_approval: {
      may: holders("requests"),
      args: () => ({ simulation_id: known().simulationId }),
    },
    record_bureau_answer: {
      may: holders("requests"),
      args: () => ({
        simulation_id: known().simulationId,
        answer_id: crypto.randomUUID(),
        answer: { source: "Serasa", answeredOn: todayInBrasilia() },
      }),
    },
    set_bureau_answer_aside: {
      may: holders("requests"),
      args: () => ({ answer_id: known().answerId, reason: "Outro CPF" }),
    },
    open_bureau_upload: {
      may: service,
      args: () => ({ holder: unknown, answer_id: unknown, address_hash: hash }),
    },
    receive_bureau_file: {
      may: service,
      args: () => ({
        holder: unknown,
        answer_id: unknown,
        file_path: "x",
        file_type: "application/pdf",
        file_sha256: hash,
      }),
    },
    withdraw_file: { may: service, args: () => ({ ...right(), address_hash: hash }) },
  };
}
