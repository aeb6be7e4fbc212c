import { hashKey, keepPreviousData } from "@tanstack/react-query";
import * as z from "zod/mini";
import { chargeStates } from "#contracts/payments/payments.ts";
import { chargesKind } from "#contracts/stored-values.ts";
import { useStaffPages, useStaffQuery } from "../../../../backend/staff/staff-hooks.ts";
import { paymentsKey } from "../payment-queries.ts";

/** Views of charges: fees not yet due, overdue fees, refunds, payments to landlords, and what waits for an approval. */
export type ChargeView = "due" | "overdue" | "refunds" | "payouts" | "approvals";
/** Views of bank movements: amounts to allocate, money received, money paid. */
export type MovementView = "to-allocate" | "in" | "out";
export type MoneyView = ChargeView | MovementView;

/** First and last day as YYYY-MM-DD; null for no limit. */
export interface Period {
  from: string | null;
  to: string | null;
}

const text = z.nullable(z.string());

const chargeRowSchema = z.object({
  id: z.string(),
  kind: z.enum(chargesKind),
  state: z.enum(chargeStates),
  amount: z.number(),
  open: z.number(),
  due_on: z.string(),
  contract_id: text,
  contract_number: text,
  tenant_name: text,
  instalment: z.number(),
  instalments: z.number(),
  /** Person who is paid; null for a charge that the tenant owes. */
  payee: text,
  /** Masked account that the payee confirmed. */
  account: text,
  /** True when the holder of the account is not the tenant (refund) or the landlord (payout). */
  is_other_holder: z.nullish(z.boolean()),
  account_version: z.nullable(z.number()),
  /** True when a second person must approve the payment first. */
  awaits_second: z.boolean(),
  /** Second person who approved the payment; null while none has, and when none is needed. */
  approved_by: text,
  approved_by_me: z.boolean(),
  /** Reason why the signed-in member may neither approve nor pay, and who may; null for a member who may. */
  refusal: text,
  /** Sentence with the members who may approve; null when no approval is awaited. */
  second_people: text,
  /** First day on which a payout may be paid, while its account is too new; null when it may be paid today. */
  payable_from: text,
  /** Claim that led to a payment to a landlord; null for other charges. */
  claim_id: text,
});
export type ChargeRow = z.output<typeof chargeRowSchema>;

const movementRowSchema = z.object({
  id: z.string(),
  direction: z.enum(["in", "out"]),
  amount: z.number(),
  /** Part of the movement's amount that no charge and no refund uses. */
  rest: z.number(),
  moved_on: z.string(),
  contract_id: text,
  contract_number: text,
  tenant_name: text,
  /** Text of the movement in the bank statement. */
  description: text,
  kind: z.nullable(z.enum(chargesKind)),
  is_reversed: z.boolean(),
  /** Id of the movement that this movement reverses. */
  reverses: text,
  receipt_number: text,
});
export type MovementRow = z.output<typeof movementRowSchema>;

const rowSchema = z.union([chargeRowSchema, movementRowSchema]);
export type MoneyRow = z.output<typeof rowSchema>;

export function isChargeRow(row: MoneyRow): row is ChargeRow {
  return "due_on" in row;
}

const totalsSchema = z.union([
  z.object({ sum: z.number(), overdue: z.number(), nextSevenDays: z.number() }),
  z.object({ in: z.number(), out: z.number(), rest: z.number() }),
]);
export type Totals = z.output<typeof totalsSchema>;

interface Wanted {
  view: MoneyView;
  search: string;
  period: Period;
}

/** Reads a view's rows page by page: charges by due day, movements newest first. */
export function useMoneyRows({ view, search, period }: Wanted) {
  return useStaffPages({
    queryKey: [...paymentsKey, "list", view, search, period],
    schema: rowSchema,
    ask(client, after, page_size) {
      const page = {
        ...filterOf(search, period),
        after_date: after?.moment ?? null,
        after_id: after?.id ?? null,
        page_size,
      };
      return isMovementView(view)
        ? client.rpc("list_movements", { view, ...page })
        : client.rpc("list_charges", { view, ...page });
    },
    endOf: (last) => ({ moment: isChargeRow(last) ? last.due_on : last.moved_on, id: last.id }),
  });
}

/**
 * Reads the sums of a view. `listedAt` is the loading time of the list, so each reload of the list reloads the sums.
 */
export function useTotals({ view, search, period }: Wanted, listedAt: number) {
  const filterKey = [...paymentsKey, "totals", view, search, period];
  return useStaffQuery({
    queryKey: [...filterKey, listedAt],
    schema: totalsSchema,
    ask(client) {
      const filter = filterOf(search, period);
      return isMovementView(view)
        ? client.rpc("movement_totals", { view, ...filter })
        : client.rpc("charge_totals", { view, ...filter });
    },
    enabled: listedAt > 0,
    // A reload keeps the old sums visible. A change of the filter hides the old sums, because they are about other
    // rows.
    placeholderData: (former, query) =>
      hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(filterKey) ? former : undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Reads open charges to which staff can allocate a movement without contract. */
export function useOpenCharges(view: "due" | "overdue", search: string) {
  return useStaffQuery({
    queryKey: [...paymentsKey, "open", view, search],
    schema: z.array(chargeRowSchema),
    ask: (client) => client.rpc("list_charges", { view, search: search || null, page_size: 10 }),
    placeholderData: keepPreviousData,
  });
}

function isMovementView(view: MoneyView): view is MovementView {
  return view === "to-allocate" || view === "in" || view === "out";
}

const filterOf = (search: string, { from, to }: Period) => ({
  search: search || null,
  from_day: from,
  to_day: to,
});
