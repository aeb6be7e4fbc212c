import * as z from "zod/mini";
import { historySchema } from "../../backend/staff-queries.ts";

/** What a line of the list shows. */
export const contractRowSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  tenant_name: z.string(),
  landlord_name: z.string(),
  property_address: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  /** upcoming, in_force, expired, ended or cancelled. */
  state: z.string(),
});
export type ContractRow = z.output<typeof contractRowSchema>;

const text = z.nullable(z.string());

/** A contract with all it rests on, as contract_detail gives it. */
export const contractSchema = z.extend(contractRowSchema, {
  tenant_cpf: z.string(),
  tenant_email: text,
  tenant_phone: text,
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
  request: z.nullable(z.object({ id: z.string(), protocol: z.string() })),
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
