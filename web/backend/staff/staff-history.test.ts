import { expect, test } from "vitest";
import { auditTrailAction } from "#contracts/stored-values.ts";
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

test("historyLines lists the actions newest first and ends with the beginning", () => {
  expect(textsOf({}, { who: "Bia", action: "read-contracts" })).toEqual([
    "Ana cancelou o contrato",
    "Bia viu os dados",
    "O contrato começou",
  ]);
});

test("a refused action is described as an attempt", () => {
  expect(textsOf({ outcome: "denied" })[0]).toBe(
    "Ana tentou sem permissão: encerrar ou cancelar um contrato",
  );
});

test("an action without a member of staff names somebody outside the team", () => {
  expect(textsOf({ who: null, outcome: "denied" })[0]).toBe(
    "Alguém de fora da equipe tentou sem permissão: encerrar ou cancelar um contrato",
  );
});

test("no action is shown by its code name, even when a newer database added it", () => {
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

test("each movement of money has its own sentence", () => {
  const sentences = ["fee", "recovery", "refund", "claim", "allocated", "surplus", null].flatMap(
    (detail) =>
      textsOf({ action: "book-payment", detail }, { action: "undo-payment", detail }).slice(0, 2),
  );
  expect(sentences).toContain("Ana registrou o pagamento de uma devolução");
  expect(sentences).toContain("Ana estornou um pagamento da taxa");
  // Exactly two entries share a sentence: `undo-payment` without a detail, and `undo-payment` with the detail
  // `allocated`. The second one never occurs, because staff reverse allocations only together with the payment.
  expect(new Set(sentences).size).toBe(sentences.length - 1);
});
