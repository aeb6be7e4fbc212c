import * as z from "zod/mini";
import {
  type ContractState,
  contractFields,
  contractStateOn,
  isRunningState,
} from "../../../supabase/functions/_shared/contracts/guarantee/contract.ts";
import { receiptsSchema } from "../../../supabase/functions/_shared/contracts/documents.ts";
import { contractEndingSchema } from "../../../supabase/functions/_shared/contracts/guarantee/endings.ts";
import {
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { columnOf } from "../../../supabase/functions/_shared/contracts/fields/sent-fields.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { DataFailure, readReply, requireSession } from "../../backend/ask-as-staff.ts";
import type { Backend } from "../../backend/backend-context.tsx";
import type { Database } from "../../backend/database.types.ts";
import { contractClient } from "../../backend/contract-session.ts";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { daysUntil } from "../../formats/dates.ts";

export type Contract = NonNullable<Awaited<ReturnType<typeof readContracts>>>[number];

/**
 * The contracts that the tenant's own session may see, what is in force first; null when the one with
 * this number is not among them, or there is none: the database does not tell these apart.
 * @throws DataFailure; `session-ended` without a number or session
 */
export async function readContracts(
  backend: Backend | null,
  contractNumber: string | null,
  signal: AbortSignal,
) {
  if (!contractNumber) throw new DataFailure("session-ended");
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  await requireSession(client);
  const contracts = readReply(
    await client
      .from("contracts")
      .select(columns)
      .order("start_date", { ascending: false })
      .abortSignal(signal)
      // Its own attempts would keep a person waiting for a failure that they can see and repeat.
      .retry(false)
      .overrideTypes<Pick<Row, NamedColumn>[], { merge: false }>(),
  );
  if (!contracts.some((contract) => contract.contract_number === contractNumber)) return null;
  return contracts.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Before which others a contract is listed; of those alike the latest comes first. */
function placeOf(contract: Term): number {
  const { state } = termOf(contract);
  if (state === "in_force") return 0;
  return isRunningState(state) ? 1 : 2;
}

type Row = Database["public"]["Tables"]["contracts"]["Row"];
/** The rest of the row is drawn from `contractFields`, whose names are columns. */
type NamedColumn =
  | "id"
  | "contract_number"
  | "status"
  | "landlord_phone"
  | "payment_method"
  | "start_date"
  | "end_date"
  | "ends_on"
  | "fee_due_on"
  | "letter_fee"
  | "created_at"
  | "closed_at"
  | "close_reason";
const columns = [
  "id, contract_number, status, landlord_phone, ends_on, fee_due_on, letter_fee, created_at, closed_at, close_reason",
  ...Object.keys(contractFields).map(columnOf),
].join(", ");

/** The documents of a contract, by name. @throws DataFailure */
export async function readDocuments(
  backend: Backend | null,
  contractId: string,
  signal: AbortSignal,
) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  return readReply(
    await client
      .from("contract_documents")
      .select("id, document_name, file_path")
      .eq("contract_id", contractId)
      .order("document_name")
      .abortSignal(signal)
      .retry(false),
  );
}

/** The receipts of what was paid for the tenant's own contract, by day. @throws DataFailure */
export async function readReceipts(
  backend: Backend | null,
  contractId: string,
  signal: AbortSignal,
) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  const asked = client.rpc("list_receipts", { contract_id: contractId });
  return receiptsSchema.parse(readReply(await asked.abortSignal(signal).retry(false)));
}

/** The letter of the tenant's own contract; null for one from before letters. @throws DataFailure */
export async function readLetter(backend: Backend | null, contractId: string, signal: AbortSignal) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  return readReply(
    await client
      .from("letters")
      .select("code, file_sha256")
      .eq("contract_id", contractId)
      .abortSignal(signal)
      .retry(false)
      .maybeSingle(),
  );
}

const endingSchema = z.nullable(
  z.object({ regretUntil: z.nullable(z.string()), ending: z.nullable(contractEndingSchema) }),
);

/** Until when the tenant may withdraw, and the ending of the contract if it has one. @throws DataFailure */
export async function readEnding(backend: Backend | null, contractId: string, signal: AbortSignal) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  return endingSchema.parse(
    readReply(await client.rpc("my_ending", { contract_id: contractId }).abortSignal(signal)),
  );
}

type Term = Pick<
  Row,
  "status" | "start_date" | "end_date" | "letter_fee" | "ends_on" | "closed_at"
>;

/**
 * Where a contract is in its term, on the calendar of Brasília; a term runs out by itself. `lastDay` is
 * what private.last_day says.
 */
export function termOf(contract: Term, today = todayInBrasilia()) {
  const { status, start_date, end_date, letter_fee, ends_on, closed_at } = contract;
  const state = contractStateOn(
    { status, startDate: start_date, endDate: end_date, letterFee: letter_fee },
    today,
  );
  const isRunning = isRunningState(state);
  const closedOn = closed_at === null ? end_date : todayInBrasilia(new Date(closed_at));
  const lastDay = ends_on ?? (closedOn < end_date ? closedOn : end_date);
  return { state, isRunning, lastDay, days: isRunning ? daysUntil(end_date, today) : 0 };
}

/** How long a guarantee still holds, in a line. */
export function wordsOfTerm(contract: Contract, texts: ContractTexts["term"]): string {
  const { state, lastDay, days } = termOf(contract);
  const left = days === 0 ? texts.lastDay : days === 1 ? texts.oneDay : texts.daysLeft;
  const words: Record<ContractState, string> = {
    in_force: left,
    upcoming: texts.upcoming,
    awaiting_payment: texts.awaitingPayment,
    expired: texts.ended,
    ended: texts.ended,
    cancelled: texts.cancelled,
  };
  return fillVariables(words[state], {
    days,
    start: formatShortDate(contract.start_date),
    end: formatShortDate(lastDay),
  });
}

/** What editors call everything on the contract's page. */
export type ContractTexts = NonNullable<ContractQueryResult>;
