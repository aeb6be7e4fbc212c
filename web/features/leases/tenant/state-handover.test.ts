import { expect, test } from "vitest";
import type { ContractEnding } from "#contracts/leases/endings.ts";
import { mayState, takesProof } from "../handover-rules.ts";
import { sayWaiting } from "./asked-ending.tsx";
import { nextStepsOf } from "./contract-sheet.tsx";

type Statement = ContractEnding["statements"][number];
const stated: Statement = {
  side: "tenant",
  keysOn: "2026-11-20",
  statedAt: "2026-11-21T12:00:00Z",
};

const ending: ContractEnding = {
  id: "6d0f1d5e-0f5c-4b7e-9d3f-0d2f6a4d9b00",
  protocol: "EN-2026-0A1B2C3D",
  kind: "moved-out",
  asked_by: "landlord",
  asked_at: "2026-11-21T12:00:00Z",
  reason: null,
  keys_on: "2026-11-20",
  status: "asked",
  question: null,
  answer_until: "2026-11-26",
  waits_for: ["tenant"],
  statements: [{ ...stated, side: "landlord" }],
  landlord_told_on: "2026-11-21",
  proof_at: null,
  refund: null,
};

test.each([
  ["on the last day to answer", {}, "2026-11-26", true],
  ["after the last day to answer", {}, "2026-11-27", false],
  ["who asked, after the last day of the other side", { asked_by: "tenant" }, "2026-11-27", true],
  ["after the confirmation", { status: "confirmed" }, "2026-11-22", false],
  ["about a lease that never began", { keys_on: null, answer_until: null }, "2026-11-22", false],
] as const)("a tenant %s may state a day of the keys: %o, %s, %s", (_when, changes, today, may) => {
  expect(mayState({ ...ending, ...changes }, "tenant", today)).toBe(may);
});

test.each<[string, Partial<ContractEnding>, boolean]>([
  ["without an own day", {}, false],
  ["with an own day", { statements: [stated] }, true],
  ["with an own receipt", { statements: [{ ...stated, proofAt: "2026-11-21T13:00:00Z" }] }, true],
  [
    "with an own receipt that staff have seen",
    { status: "confirmed", statements: [{ ...stated, proofAt: "2026-11-21T13:00:00Z" }] },
    false,
  ],
  ["whose confirmed ending lacks a receipt", { status: "confirmed", statements: [stated] }, true],
  ["whose request was withdrawn", { status: "withdrawn", statements: [stated] }, false],
])("a tenant %s may send the receipt of the keys: %o %s", (_who, changes, takes) => {
  expect(takesProof({ ...ending, ...changes }, "tenant")).toBe(takes);
});

test("the page says who can still state a day, and that different days are compared", () => {
  const texts = {
    contestedText: "dias diferentes",
    landlordWaitsText: "locador até {{until}}",
    tenantWaitsText: "{{keys}}? até {{until}}",
    waitingText: "com a equipe",
  };
  const say = (changes: Partial<ContractEnding>) => sayWaiting({ ...ending, ...changes }, texts);
  expect(say({})).toBe("20/11/2026? até 26/11/2026");
  expect(say({ asked_by: "tenant", statements: [stated], waits_for: ["landlord"] })).toBe(
    "locador até 26/11/2026",
  );
  const other: Statement = { ...stated, side: "landlord", keysOn: "2026-11-25" };
  expect(say({ statements: [stated, other], waits_for: [] })).toBe("dias diferentes");
  expect(say({ statements: [stated], waits_for: [] })).toBe("com a equipe");
});

const contract = {
  status: "active",
  start_date: "2098-12-01",
  end_date: "2099-11-30",
  letter_fee: "paid",
  ends_on: null,
  closed_at: null,
};
const left = { status: "ended", ends_on: "2026-01-10", closed_at: "2026-01-11T12:00:00Z" };
const confirmed = { kind: "moved-out", status: "confirmed", keys_on: "2026-01-10" } as const;

test.each([
  ["a running contract", {}, null, false, "afterText"],
  ["a renewed contract", {}, null, true, "renewedText"],
  ["a contract whose end is asked for", {}, { ...confirmed, status: "asked" }, false, "afterText"],
  ["a contract with a confirmed ending", {}, confirmed, false, "endingText"],
  ["a contract that the tenant has left", left, confirmed, false, "leftText"],
  [
    "a contract of a lease that never began",
    left,
    { ...confirmed, kind: "never-began", keys_on: null },
    false,
    "leftText",
  ],
  ["a contract that ended unpaid", left, { ...confirmed, kind: "unpaid" }, false, "overText"],
  ["a cancelled contract", { status: "cancelled" }, null, false, "cancelledText"],
] as const)("%s has its own next steps", (_name, changes, end, isRenewed, text) => {
  expect(nextStepsOf({ ...contract, ...changes }, end, isRenewed)).toBe(text);
});
