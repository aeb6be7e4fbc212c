import { expect, it, test } from "vitest";
import { approvalStep } from "../../../features/requests/staff/simulation-detail.ts";
import { describeRent } from "./simulation-analysis.tsx";

const rules = {
  rent: 1800,
  income: 4000,
  share: 45,
  warnsAbove: 30,
  secondAbove: 40,
  age: 40,
  leastAge: 18,
};

test.each([
  ["within", 25, "Aluguel: dentro da regra, até 30% da renda"],
  ["warns", 35.5, "Aluguel: acima de 30% da renda, atenção"],
  ["second", 45, "Aluguel: acima de 40% da renda, duas pessoas aprovam"],
  ["second", null, "Aluguel: sem renda informada, duas pessoas aprovam"],
  ["unknown", null, "Aluguel: a renda já foi apagada"],
] as const)("a rent in the state %s with the share %s is named in words", (state, share, label) => {
  expect(describeRent({ ...rules, state, share }).label).toBe(label);
});

const approval = { who: "Rita", at: "2026-11-27T12:00:00Z", reason: null, second: null };

it.each([
  { step: "alone", state: "warns", by: null, status: "pending" },
  { step: "first", state: "second", by: null, status: "pending" },
  { step: "waiting", state: "second", by: { ...approval, isMine: true }, status: "pending" },
  { step: "second", state: "second", by: { ...approval, isMine: false }, status: "pending" },
  { step: "alone", state: "second", by: { ...approval, isMine: false }, status: "approved" },
] as const)(
  "a $status request in the state $state is at the step $step",
  ({ step, state, by, status }) => {
    const request = { status, house_rules: { ...rules, state }, approval: by };
    expect(approvalStep(request)).toBe(step);
  },
);
