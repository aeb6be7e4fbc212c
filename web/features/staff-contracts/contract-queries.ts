import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import {
  contractDocumentChangeSchema,
  fileLinkSchema,
} from "../../../supabase/functions/_shared/contracts/documents.ts";
import { landlordsKind } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { contractEndingSchema } from "../../../supabase/functions/_shared/contracts/guarantee/endings.ts";
import { inspectionsFields } from "../../../supabase/functions/_shared/contracts/guarantee/inspections.ts";
import { askAsStaff, callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { tellFailure, useOpenInTab } from "../../backend/files/open-in-tab.ts";
import { historySchema } from "../../backend/staff-history.ts";
import { usePages } from "../../backend/staff-queries.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";

/** What a line of the list shows. */
const contractRowSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  tenant_name: z.string(),
  landlord_name: z.string(),
  property_address: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  /** As private.contract_state says. */
  state: z.string(),
});
export type ContractRow = z.output<typeof contractRowSchema>;

const text = z.nullable(z.string());

const contractNameSchema = z.object({ id: z.string(), contract_number: z.string() });

/** A contract with all it rests on, as contract_detail gives it. */
const contractSchema = z.extend(contractRowSchema, {
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
  payment_method: z.string(),
  created_at: z.string(),
  closed_at: text,
  closed_by: text,
  close_reason: text,
  ends_on: text,
  keys_note: text,
  request: z.nullable(z.object({ id: z.string(), protocol: z.string() })),
  /** none, asked, offered, declined, expired or renewed. */
  renewal: z.string(),
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
  /** Newest first; `waiting` for the tenant to accept it, `applied` or `withdrawn`. */
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
  /** Who the landlord is, with its other contracts; null as long as only the name is known. */
  landlord: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(landlordsKind),
      document: text,
      contracts: z.array(z.object({ id: z.string(), contract_number: z.string() })),
    }),
  ),
  landlord_addresses: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      given_by: z.string(),
      /** The landlord's own: sees all of its contracts. */
      is_own: z.boolean(),
      confirmed_at: text,
      refused_at: text,
    }),
  ),
  /** The one that holds or waits, else the last that was taken back. */
  ending: z.nullable(contractEndingSchema),
  ...inspectionsFields,
  documents_job: z.nullable(z.object({ status: z.string(), attempts: z.number() })),
  documents: z.array(
    z.object({
      id: z.string(),
      document_name: z.string(),
      created_at: z.string(),
      /** Issued with the contract; not to be taken away. */
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

const PAGE_SIZE = 20;

/** What changes with any contract. */
export const contractsKey = ["staff-contracts"] as const;

/** Null for every state. */
export type ContractView =
  | "active"
  | "upcoming"
  | "expiring"
  | "ending"
  | "ended"
  | "cancelled"
  | null;

/** The contracts of a view that match a search: those in force by the nearest end; `week` is its Monday. */
export function useContracts(view: ContractView, search: string, week: string | null) {
  const backend = useBackend();
  return usePages({
    queryKey: [...contractsKey, "list", view, search, week],
    pageSize: PAGE_SIZE,
    endOf: (last: ContractRow) => ({ moment: last.end_date, id: last.id }),
    read: async (after, signal) =>
      z.array(contractRowSchema).parse(
        await askAsStaff(backend, (client) =>
          client
            .rpc("list_contracts", {
              view,
              week,
              search: search || null,
              after_date: after?.moment ?? null,
              after_id: after?.id ?? null,
              page_size: PAGE_SIZE,
            })
            .abortSignal(signal),
        ),
      ),
  });
}

const weeksSchema = z.array(
  z.object({
    /** Its Monday, YYYY-MM-DD. */
    week: z.string(),
    contracts: z.number(),
    renewed: z.number(),
  }),
);

/** How many contracts end in each of the next weeks. */
export function useExpiries() {
  const backend = useBackend();
  return useQuery({
    queryKey: [...contractsKey, "weeks"],
    queryFn: async ({ signal }) =>
      weeksSchema.parse(
        await askAsStaff(backend, (client) => client.rpc("expiries_by_week").abortSignal(signal)),
      ),
  });
}

/** One contract with all it rests on. */
export function useContract(id: string) {
  const backend = useBackend();
  return useQuery({
    queryKey: [...contractsKey, "detail", id],
    queryFn: async ({ signal }) =>
      contractSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("contract_detail", { contract_id: id }).abortSignal(signal),
        ),
      ),
    refetchOnWindowFocus: "always",
  });
}

/** Files, names anew, takes away and opens the documents of a contract. */
export function useContractDocuments() {
  const backend = useBackend();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: contractsKey });

  const file = useMutation({
    mutationFn: (body: FormData) =>
      callAsStaff(backend, {
        name: "file-contract-document",
        body,
        data: contractDocumentChangeSchema,
      }),
    onSuccess() {
      showToast({ title: "Documento anexado", tone: "success" });
      return reload();
    },
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      askAsStaff(backend, (client) =>
        client.rpc("rename_contract_document", { document_id: id, document_name: name }),
      ),
    onSuccess() {
      showToast({ title: "Documento renomeado", tone: "success" });
      return reload();
    },
  });
  const withdraw = useMutation({
    mutationFn: (documentId: string) =>
      callAsStaff(backend, {
        name: "withdraw-contract-document",
        body: { documentId },
        data: contractDocumentChangeSchema,
      }),
    onSuccess() {
      showToast({ title: "Documento retirado", tone: "success" });
      return reload();
    },
    onError: (error) => tellFailure("Erro ao retirar o documento", error),
  });
  const open = useOpenInTab({
    sign: async (documentId: string) => {
      const call = { name: "open-contract-document", body: { documentId }, data: fileLinkSchema };
      return (await callAsStaff(backend, call)).url;
    },
    onOpened: reload,
    onFailed: (error) => tellFailure("Erro ao abrir o documento", error),
  });
  return { file, rename, withdraw, open };
}
