import * as z from "zod/mini";
import { moneySchema } from "#contracts/payments/payments.ts";
import { useStaffQuery } from "../../../backend/staff/staff-hooks.ts";

/** Beginning of the query keys of all staff queries about charges and movements. */
export const paymentsKey = ["staff-payments"] as const;

const text = z.nullable(z.string());

/** Data of a bank movement that only staff may see. */
const bookingSchema = z.object({
  source: z.enum(["by-hand", "statement"]),
  note: text,
  /** Text of the movement in the bank statement. */
  description: text,
  bookedAt: z.string(),
  bookedBy: text,
  /** Masked copy of the account that was paid. */
  account: text,
  mayReverse: z.boolean(),
  reversal: z.nullable(z.object({ at: z.string(), by: text, reason: z.string() })),
});
export type Booking = z.output<typeof bookingSchema>;

/** Facts about a refund that only staff see. */
const refundSchema = z.object({
  /** Movement whose remaining amount the refund returns. */
  movementId: z.string(),
  /** Masked account; null until the payer has confirmed an account. */
  account: text,
  /** True when the holder of the account is not the tenant. */
  isOther: z.nullish(z.boolean()),
  /** Version of the account. Bookings send this version, so that the server notices a changed account. */
  accountVersion: z.nullable(z.number()),
  mayCancel: z.boolean(),
});

/** Charges and movements of a contract, as private.contract_payments returns them. */
const contractMoneySchema = z.extend(moneySchema, {
  contract: z.object({
    id: z.string(),
    number: z.string(),
    tenantName: z.string(),
    acceptedOn: z.string(),
    /** State as private.contract_state returns it. */
    state: z.string(),
  }),
  /** Minimum days between a notice and its last day to pay. */
  noticeDays: z.number(),
  /** Keys are ids of movements. */
  bookings: z.record(z.string(), bookingSchema),
  /** Keys are ids of charges. */
  refunds: z.record(z.string(), refundSchema),
});
export type ContractMoney = z.output<typeof contractMoneySchema>;

/** Reads the money of a contract. `id` is the id of the contract, or of one of its charges or movements. */
export function useContractMoney(id: string) {
  return useStaffQuery({
    queryKey: [...paymentsKey, "detail", id],
    schema: contractMoneySchema,
    ask: (client) => client.rpc("contract_payments", { of_id: id }),
    refetchOnWindowFocus: "always",
  });
}
