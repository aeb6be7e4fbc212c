import { beforeEach } from "vitest";
import { z } from "zod";
import { day, paymentFixtures } from "./payment-fixtures.ts";

const previewSchema = z.object({
  lines: z.array(
    z.looseObject({ place: z.number(), state: z.string(), chargeId: z.string().optional() }),
  ),
  charges: z.array(z.looseObject({ id: z.string() })),
  payables: z.array(z.looseObject({ id: z.string() })),
  contracts: z.array(z.looseObject({ number: z.string() })),
  payouts: z.array(z.looseObject({ movementId: z.string() })),
});
const bookedSchema = z.object({
  booked: z.array(z.number()),
  aside: z.number(),
  refused: z.array(z.object({ place: z.number(), why: z.string() })),
});

/** Returns a line of a bank statement, as the browser sends it: a payment that arrived yesterday. */
export const line = (changes: Record<string, unknown> = {}) => ({
  account: "341 12345-6",
  id: "N1",
  day: day(-1),
  direction: "in",
  amount: "1776.00",
  text: "PIX RECEBIDO JOAO",
  ...changes,
});

/** Returns fixtures for tests of bank statements and registers their hooks. Includes all fixtures for payments. */
export function statementFixtures() {
  const fixtures = paymentFixtures();
  const { call, owing } = fixtures;
  beforeEach(() => fixtures.stack.sql`delete from private.statement_lines`);

  const preview = async (...lines: unknown[]) =>
    previewSchema.parse((await call("preview_statement", { lines })).json);

  return {
    ...fixtures,
    get stack() {
      return fixtures.stack;
    },
    preview,
    states: async (...lines: unknown[]) =>
      (await preview(...lines)).lines.map(({ state }) => state),
    bookLines: async (lines: unknown[], ...choices: unknown[]) =>
      bookedSchema.parse((await call("book_statement", { lines, choices })).json),
    /** Makes a contract that owes R$ 1.776,00, and a statement line that pays this amount. */
    async named(changes: Record<string, unknown> = {}) {
      const contract = await owing(5, { fee: 1776, ...changes });
      const txid = contract.number.replaceAll("-", "");
      return { ...contract, txid, pays: line({ text: `PIX RECEBIDO ${txid} ANA` }) };
    },
  };
}
