import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { contractDocumentChangeSchema } from "#contracts/leases/contract-documents.ts";
import { landlordAddressSchema } from "#contracts/leases/address-standing.ts";
import {
  contractsRenewalAskedBy,
  landlordsKind,
  offersPaymentPlan,
} from "#contracts/stored-values.ts";
import { contractEndingSchema } from "#contracts/leases/endings.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { signFile, useOpenInTab } from "../../../backend/files/case-files.ts";
import { historySchema } from "../../../backend/staff/staff-history.ts";
import {
  useStaffAction,
  useStaffPages,
  useStaffQuery,
} from "../../../backend/staff/staff-hooks.ts";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";

const contractRowSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  tenant_name: z.string(),
  landlord_name: z.string(),
  property_address: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  /** State that private.contract_state returns. */
  state: z.string(),
});

/** Row of list_contracts. */
const listedContractSchema = z.extend(contractRowSchema, {
  /** Last day of a side that is asked about the day of the keys; null when no side is asked. */
  asked_until: z.nullable(z.string()),
  /** Name of the member of staff who works on the contract. */
  holder: z.nullable(z.string()),
  /** Day on which the holder wants to look again, as YYYY-MM-DD. */
  look_again_on: z.nullable(z.string()),
});
export type ContractRow = z.output<typeof listedContractSchema>;

const text = z.nullable(z.string());

const contractNameSchema = z.object({ id: z.string(), contract_number: z.string() });

/** Zod schema of a contract with its evidence, in the format that the SQL function contract_detail returns. */
export const contractSchema = z.extend(contractRowSchema, {
  lease_id: z.string(),
  tenant_cpf: z.string(),
  tenant_email: text,
  tenant_phone: text,
  landlord_phone: text,
  property_type: z.string(),
  property_city: text,
  property_state: text,
  rental_value: z.number(),
  guarantee_reference_value: z.number(),
  cover_limit: z.nullable(z.number()),
  fee: z.nullable(z.number()),
  contract_duration_months: z.number(),
  payment_plan: z.enum(offersPaymentPlan),
  instalments: z.number(),
  payment_method: z.string(),
  created_at: z.string(),
  closed_at: text,
  closed_by: text,
  close_reason: text,
  ends_on: text,
  /** Reason of staff for the confirmed day of the keys. */
  keys_note: text,
  /** Last day on which the tenant may withdraw from the contract; null after that day. */
  regret_until: text,
  /** Contracts of the lease, the earliest first (private.periods_of). */
  periods: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      state: z.string(),
      startDate: z.string(),
      endDate: z.string(),
      lastDay: z.string(),
    }),
  ),
  request: z.nullable(z.object({ id: z.string(), protocol: z.string() })),
  /** State of the contract's renewal: none, asked, offered, declined, expired or renewed. */
  renewal: z.string(),
  renewal_asked_by: z.nullable(z.enum(contractsRenewalAskedBy)),
  renews: z.nullable(contractNameSchema),
  renewed_by: z.nullable(contractNameSchema),
  offer: z.nullable(
    z.object({
      created_at: z.string(),
      valid_until: z.string(),
      fee_due_on: z.string(),
      terms_version: z.string(),
      conditions_sha256: z.string(),
      who: text,
    }),
  ),
  acceptance: z.nullable(
    z.object({
      accepted_at: z.string(),
      full_name: z.string(),
      clauses: z.array(z.string()),
      terms_version: z.string(),
      conditions_sha256: z.string(),
      address_hash: z.string(),
      user_agent: z.string(),
    }),
  ),
  letter: z.nullable(z.object({ code: z.string(), issued_at: z.string(), file_sha256: text })),
  /** Corrections, newest first. The status is `waiting` (not yet accepted by the tenant), `applied` or `withdrawn`. */
  corrections: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      made_at: z.string(),
      closed_at: text,
      reason: z.string(),
      accepted_name: text,
      who: text,
    }),
  ),
  /** Landlord, with the landlord's other contracts; null while staff know only the landlord's name. */
  landlord: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(landlordsKind),
      document: text,
      contracts: z.array(z.object({ id: z.string(), contract_number: z.string() })),
    }),
  ),
  landlord_addresses: z.array(landlordAddressSchema),
  /** Confirmed or pending request to end the contract; otherwise the last withdrawn request, or null. */
  ending: z.nullable(contractEndingSchema),
  documents_job: z.nullable(z.object({ status: z.string(), attempts: z.number() })),
  documents: z.array(
    z.object({
      id: z.string(),
      document_name: z.string(),
      created_at: z.string(),
      /** True for a document that was issued with the contract and cannot be withdrawn. */
      is_issued: z.boolean(),
    }),
  ),
  mails: z.array(
    z.object({
      id: z.string(),
      template: z.string(),
      status: z.string(),
      created_at: z.string(),
      sent_at: text,
    }),
  ),
  history: historySchema,
});
export type StaffContract = z.output<typeof contractSchema>;

export const contractsKey = ["staff-contracts"] as const;

/** Filter of the contract list. If the filter is null, the list shows contracts in every state. */
export type ContractView =
  | "active"
  | "mine"
  | "upcoming"
  | "expiring"
  | "ending"
  | "ended"
  | "cancelled"
  | null;

/** Reads the contracts that match. If `week` (a Monday) is set, reads only contracts that end in this week. */
export function useContracts(view: ContractView, search: string, week: string | null) {
  return useStaffPages({
    queryKey: [...contractsKey, "list", view, search, week],
    schema: listedContractSchema,
    ask: (client, after, page_size) =>
      client.rpc("list_contracts", {
        view,
        week,
        search: search || null,
        after_date: after?.moment ?? null,
        after_id: after?.id ?? null,
        page_size,
      }),
    endOf: (last) => ({ moment: last.end_date, id: last.id }),
  });
}

const weeksSchema = z.array(
  z.object({
    week: z.string(),
    contracts: z.number(),
    renewed: z.number(),
  }),
);

/** Reads how many contracts end in each of the next weeks. */
export function useExpiries() {
  return useStaffQuery({
    queryKey: [...contractsKey, "weeks"],
    schema: weeksSchema,
    ask: (client) => client.rpc("expiries_by_week"),
  });
}

export function useContractDocuments() {
  const backend = useBackend();
  const queries = useQueryClient();
  const file = useStaffAction({
    call: (body: FormData) => ({
      name: "file-contract-document",
      body,
      data: contractDocumentChangeSchema,
    }),
    success: "Documento anexado",
    changes: contractsKey,
  });
  const rename = useStaffAction({
    ask: (client, { id, name }: { id: string; name: string }) =>
      client.rpc("rename_contract_document", { document_id: id, document_name: name }),
    success: "Documento renomeado",
    changes: contractsKey,
  });
  const withdraw = useStaffAction({
    call: (documentId: string) => ({
      name: "withdraw-contract-document",
      body: { documentId },
      data: contractDocumentChangeSchema,
    }),
    success: "Documento retirado",
    changes: contractsKey,
  });
  const open = useOpenInTab({
    sign: (documentId: string) =>
      signFile(backend, "staff", { name: "open-contract-document", body: { documentId } }),
    onOpened: () => queries.invalidateQueries({ queryKey: contractsKey }),
    onFailed: (error) => reportFailure("Erro ao abrir o documento", error),
  });
  return { file, rename, withdraw, open };
}
