import * as z from "zod/mini";
import {
  type ContractState,
  contractFields,
  contractStateOn,
  isRunningState,
} from "#contracts/leases/contract.ts";
import { type ContractEnding, contractEndingSchema } from "#contracts/leases/endings.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { columnOf } from "#contracts/fields/sent-fields.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { DataFailure, readReply, requireSession } from "../../../backend/data-failure.ts";
import { askAsTenant, useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import type { Backend } from "../../../backend/backend-context.tsx";
import type { Database } from "../../../backend/database.types.ts";
import { contractClient } from "../../../backend/contract-session.ts";
import type { ContractQueryResult } from "../../../content/sanity.types.ts";
import { daysUntil } from "../../../formats/dates.ts";

export type Contract = NonNullable<Awaited<ReturnType<typeof readContracts>>>[number];

/**
 * Reads the tenant's contracts, with contracts in force first. Returns null when none of them has `contractNumber`.
 * @throws DataFailure `session-ended` when the contract number or the session is missing
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
      // Automatic retries would delay the error message.
      .retry(false)
      .overrideTypes<Pick<Row, NamedColumn>[], { merge: false }>(),
  );
  if (!contracts.some((contract) => contract.contract_number === contractNumber)) return null;
  return contracts.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the rank of a contract in the list. Contracts of equal rank are ordered by start, the latest first. */
function placeOf(contract: Term): number {
  const { state } = termOf(contract);
  if (state === "in_force") return 0;
  return isRunningState(state) ? 1 : 2;
}

type Row = Database["public"]["Tables"]["contracts"]["Row"];
type NamedColumn =
  | "id"
  | "lease_id"
  | "renews_contract_id"
  | "property_address"
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
  "id, lease_id, renews_contract_id, contract_number, status, landlord_phone, ends_on, fee_due_on, letter_fee",
  "created_at, closed_at, close_reason",
  ...Object.keys(contractFields).map(columnOf),
].join(", ");

/** Reads the documents of a contract, sorted by name. @throws DataFailure */
export function readDocuments(backend: Backend | null, contractId: string, signal: AbortSignal) {
  return askAsTenant(backend, (client) =>
    client
      .from("contract_documents")
      .select("id, document_name, file_path")
      .eq("contract_id", contractId)
      .order("document_name")
      .abortSignal(signal)
      .retry(false),
  );
}

const endingSchema = z.nullable(
  z.object({ regretUntil: z.nullable(z.string()), ending: z.nullable(contractEndingSchema) }),
);

/** Reads the ending of the contract, and the last day on which the tenant may withdraw from the contract. */
export function useEnding(contractId: string) {
  return useTenantQuery({
    queryKey: ["contract", contractId, "ending"],
    schema: endingSchema,
    ask: (client) => client.rpc("my_ending", { contract_id: contractId }),
  });
}

type Term = Pick<
  Row,
  "status" | "start_date" | "end_date" | "letter_fee" | "ends_on" | "closed_at"
>;

/** Ending of a contract, as far as it decides the last day. */
export type ShownEnding = Pick<ContractEnding, "status" | "keys_on">;

/**
 * Returns state, last day and remaining days of a contract on a day in Brasília. The last day is computed like
 * private.last_day; the contract of a confirmed `ending` ends on the day of the keys.
 */
export function termOf(
  contract: Term,
  ending: ShownEnding | null = null,
  today = todayInBrasilia(),
) {
  const { status, start_date, end_date, letter_fee, ends_on, closed_at } = contract;
  const state = contractStateOn(
    { status, startDate: start_date, endDate: end_date, letterFee: letter_fee },
    today,
  );
  const isRunning = isRunningState(state);
  const closedOn = closed_at === null ? end_date : todayInBrasilia(new Date(closed_at));
  const keysOn = isRunning && ending?.status === "confirmed" ? ending.keys_on : null;
  const lastDay = ends_on ?? keysOn ?? (closedOn < end_date ? closedOn : end_date);
  const days = isRunning ? Math.max(0, daysUntil(lastDay, today)) : 0;
  return { state, isRunning, lastDay, days };
}

/** Describes the remaining time of a guarantee in one sentence. */
export function wordsOfTerm(
  contract: Contract,
  texts: ContractTexts["term"],
  ending?: ShownEnding | null,
): string {
  const { state, lastDay, days } = termOf(contract, ending);
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

/** Returns the dates of a contract as `dd/mm/yyyy a dd/mm/yyyy`; null for a cancelled one, which covers nothing. */
export function spanOfTerm(contract: Contract, ending?: ShownEnding | null): string | null {
  const { state, lastDay } = termOf(contract, ending);
  if (state === "cancelled") return null;
  return `${formatShortDate(contract.start_date)} a ${formatShortDate(lastDay)}`;
}

export type ContractTexts = NonNullable<ContractQueryResult>;
