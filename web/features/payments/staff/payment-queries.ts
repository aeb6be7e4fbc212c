import * as z from "zod/mini";
import { moneySchema } from "#contracts/payments/payments.ts";
import { useStaffQuery } from "../../../backend/staff/staff-hooks.ts";

/** Key of all queries about money that staff read. */
export const paymentsKey = ["staff-payments"] as const;

const text = z.nullable(z.string());

/** Facts about a movement that only staff see. */
const bookingSchema = z.object({
  source: z.enum(["by-hand", "statement"]),
  note: text,
  /** Text of the bank statement. */
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
  /** Movement of which the refund returns the remaining amount. */
  movementId: z.string(),
  /** Masked account; null until the payer has confirmed one. */
  account: text,
  /** True when the holder of the account is not the tenant. */
  isOther: z.nullish(z.boolean()),
  /** Version of the account. A booking sends it, so that the server notices a changed account. */
  accountVersion: z.nullable(z.number()),
  mayCancel: z.boolean(),
});

/** Money of a contract as private.contract_payments returns it. */
const contractMoneySchema = z.extend(moneySchema, {
  contract: z.object({
    id: z.string(),
    number: z.string(),
    tenantName: z.string(),
    acceptedOn: z.string(),
    /** State as private.contract_state returns it. */
    state: z.string(),
  }),
  /** Shortest possible notice, in days. */
  noticeDays: z.number(),
  /** Keys are ids of movements. */
  bookings: z.record(z.string(), bookingSchema),
  /** Keys are ids of charges. */
  refunds: z.record(z.string(), refundSchema),
});
export type ContractMoney = z.output<typeof contractMoneySchema>;

/** Reads the money of a contract. `id` is the contract's or that of one of its charges or movements. */
export function useContractMoney(id: string) {
  return useStaffQuery({
    queryKey: [...paymentsKey, "detail", id],
    schema: contractMoneySchema,
    ask: (client) => client.rpc("contract_payments", { of_id: id }),
    refetchOnWindowFocus: "always",
  });
}
