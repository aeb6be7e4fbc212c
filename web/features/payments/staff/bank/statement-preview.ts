import * as z from "zod/mini";
import { chargeSchema } from "#contracts/payments/payments.ts";

const text = z.nullable(z.string());

/** Line states that private.match_statement returns, such as `pays` for a line that pays a charge in full. */
const lineStates = [
  "pays",
  "part",
  "more",
  "settled",
  "stranger",
  "by-hand",
  "payable",
  "out",
  "before",
  "aside",
  "repeated",
] as const;

const knownChargeSchema = z.extend(chargeSchema, {
  contractId: text,
  contractNumber: text,
  tenant: text,
  /** Person who is paid; null for a charge that the tenant owes. */
  payee: text,
  /** Masked account of the payee. */
  account: text,
  accountVersion: z.nullable(z.number()),
});
export type KnownCharge = z.output<typeof knownChargeSchema>;

/** Result of preview_statement. */
export const previewSchema = z.object({
  lines: z.array(
    z.object({
      /** Position of the line among all lines of the file, from 1. */
      place: z.number(),
      state: z.enum(lineStates),
      /** Contract that the line's text names. */
      contractId: z.optional(z.string()),
      /** Charge that the line would pay, or a paid charge that the line names. */
      chargeId: z.optional(z.string()),
      /** Movement that staff booked by hand for the same money. `bookedOn` is the day of this movement. */
      movementId: z.optional(z.string()),
      bookedOn: z.optional(z.string()),
    }),
  ),
  charges: z.array(knownChargeSchema),
  /** Open refunds and payments to landlords. */
  payables: z.array(knownChargeSchema),
  contracts: z.array(z.object({ id: z.string(), number: z.string(), tenant: z.string() })),
  /** Payments of the last 60 days. An incoming line may be a payment that the bank returned. */
  payouts: z.array(
    z.object({
      movementId: z.string(),
      contractNumber: text,
      payee: text,
      amount: z.number(),
      movedOn: z.string(),
    }),
  ),
});
export type StatementPreview = z.output<typeof previewSchema>;
export type JudgedLine = StatementPreview["lines"][number];
