import { expect, test } from "vitest";
import type { ClaimView } from "#contracts/claims/claims.ts";
import { claimsBeside, sayTask } from "./tenant-claims.tsx";

const may = {
  answer: false,
  add: false,
  complete: false,
  done: false,
  reply: false,
  sendFiles: false,
  withdraw: false,
  review: false,
  answerReview: false,
  changeAccount: false,
};

const claim: ClaimView = {
  id: "6d0f1d5e-0f5c-4b7e-9d3f-0d2f6a4d9b00",
  protocol: "PA-2026-4K7M2Q9T0X",
  leaseId: "lease",
  contractId: "first",
  version: 1,
  happenedOn: "2026-11-20",
  stage: "evidence",
  openedAt: "2026-11-25T12:00:00Z",
  turn: "landlord",
  until: "2026-12-02",
  isOverdue: false,
  items: [],
  files: [],
  asked: 200,
  limit: 1000,
  limitLeft: 1000,
  completeUntil: "2026-12-02",
  decideBy: "2026-12-20",
  payments: [],
  reviews: [],
  hasDecision: false,
  may,
  events: [],
};

test("an open claim is shown beside every contract of its lease, a closed one beside its own", () => {
  const open = { ...claim, id: "open" };
  const paid = { ...claim, id: "paid", stage: "paid" } as const;
  const foreign = { ...claim, id: "foreign", leaseId: "other", contractId: "other" };
  const beside = (id: string) =>
    claimsBeside([open, paid, foreign], { id, lease_id: "lease" }).map((one) => one.id);
  expect(beside("first")).toEqual(["open", "paid"]);
  expect(beside("renewal")).toEqual(["open"]);
});

const texts = {
  evidenceText: "provas até {{until}}",
  hearText: "responda até {{until}}",
  turnText: "sua vez até {{until}}",
  listText: "acompanhe",
};

test.each([
  ["collects evidence", { may: { ...may, answer: true } }, "provas até 02/12/2026"],
  [
    "is heard",
    {
      stage: "hearing",
      turn: "tenant",
      until: "2026-12-07",
      may: { ...may, answer: true },
    },
    "responda até 07/12/2026",
  ],
  [
    "lacks something of the tenant",
    { stage: "wanted", turn: "tenant", until: "2026-12-09" },
    "sua vez até 09/12/2026",
  ],
  ["lacks something of the landlord", { stage: "wanted" }, "acompanhe"],
  ["is decided", { stage: "decided", turn: "staff" }, "acompanhe"],
] as const)("a claim that %s says what the tenant can do", (_state, changes, said) => {
  expect(sayTask({ ...claim, ...changes }, texts)).toBe(said);
});
