import { expect, test } from "vitest";
import { auditTrailAction } from "../../supabase/functions/_shared/contracts/stored-values.ts";
import { historyLines } from "./staff-history.ts";

const entry = {
  id: 7,
  occurred_at: "2026-11-24T12:00:00Z",
  action: "close-contract",
  outcome: "done",
  who: "Ana",
  detail: "cancelled",
};
const began = { key: "began", moment: "2026-11-01T12:00:00Z", text: "O contrato começou" };
type Change = Partial<Parameters<typeof historyLines>[0][number]>;
const textsOf = (...changes: Change[]) =>
  historyLines(
    changes.map((change) => ({ ...entry, ...change })),
    began,
  ).map(({ text }) => text);

test("a history says who did what, newest first, and at the end how it began", () => {
  expect(textsOf({}, { who: "Bia", action: "read-contracts" })).toEqual([
    "Ana cancelou o contrato",
    "Bia viu os dados",
    "O contrato começou",
  ]);
});

test("what was refused is told as a try, not as done", () => {
  expect(textsOf({ outcome: "denied" })[0]).toBe("Ana tentou agir sem permissão");
});

test("who is nobody of the team is told as such", () => {
  expect(textsOf({ who: null, outcome: "denied" })[0]).toBe(
    "Alguém de fora da equipe tentou agir sem permissão",
  );
});

test("no action of the trail is shown by its code name, not even one of a newer database", () => {
  for (const action of [...auditTrailAction, "charge-fee"]) {
    expect(textsOf({ action, detail: null })[0]).not.toContain(action);
  }
  expect(textsOf({ action: "make-offer" })[0]).toBe("Ana fez uma proposta");
  expect(textsOf({ action: "answer-offer", detail: "adjust" })[0]).toBe(
    "Ajuste nas condições pedido pela página do pedido",
  );
  expect(textsOf({ action: "answer-offer", detail: "question" })[0]).toBe(
    "Pergunta sobre as condições pela página do pedido",
  );
  expect(textsOf({ action: "answer-offer", detail: "decline" })[0]).toBe(
    "Condições recusadas pela página do pedido",
  );
});
