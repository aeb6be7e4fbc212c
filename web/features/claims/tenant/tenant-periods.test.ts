import { expect, test } from "vitest";
import type { Money } from "#contracts/payments/payments.ts";
import { groupByLease, sayMoney } from "./tenant-periods.tsx";

const texts = {
  owedText: "falta {{amount}}",
  overdueText: "atrasado {{amount}}",
  refundText: "a devolver {{amount}}",
  settledText: "nada a pagar",
};

const charge: Money["charges"][number] = {
  id: "6d0f1d5e-0f5c-4b7e-9d3f-0d2f6a4d9b00",
  kind: "fee",
  instalment: 1,
  instalments: 1,
  amount: 100,
  allocated: 0,
  open: 100,
  dueOn: "2026-12-01",
  state: "due",
  txid: null,
  paidOn: null,
  cancelledOn: null,
  noticeOn: null,
};

test.each([
  ["a settled period", { owed: 0, toGiveBack: 0, charges: [] }, "nada a pagar"],
  ["a period with a charge", { owed: 100, toGiveBack: 0, charges: [charge] }, "falta R$ 100,00"],
  [
    "a period with an overdue charge",
    {
      owed: 150,
      toGiveBack: 0,
      charges: [charge, { ...charge, state: "overdue" as const, open: 50 }],
    },
    "atrasado R$ 50,00",
  ],
  [
    "a period with a refund that is late",
    {
      owed: 0,
      toGiveBack: 30,
      charges: [{ ...charge, kind: "refund" as const, state: "overdue" as const, open: 30 }],
    },
    "a devolver R$ 30,00",
  ],
])("%s says its most urgent amount", (_name, money, said) => {
  expect(sayMoney(money, texts).replaceAll("\u00a0", " ")).toBe(said);
});

test("contracts are grouped by lease in the order of the list", () => {
  const one = { id: "1", lease_id: "a", property_address: "Rua X" };
  const two = { id: "2", lease_id: "b", property_address: "Rua Y" };
  const three = { id: "3", lease_id: "a", property_address: "Rua X, 2" };
  expect(groupByLease([one, two, three])).toEqual([
    { id: "a", property: "Rua X", periods: [one, three] },
    { id: "b", property: "Rua Y", periods: [two] },
  ]);
});
