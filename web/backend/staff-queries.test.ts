import { expect, test } from "vitest";
import { historyLines } from "./staff-queries.ts";

const entry = {
  id: 7,
  occurred_at: "2026-11-24T12:00:00Z",
  action: "close-contract",
  outcome: "done",
  who: "Ana",
  detail: "cancelled",
};
const began = { key: "began", moment: "2026-11-01T12:00:00Z", text: "O contrato começou" };
const textsOf = (...changes: (Partial<Omit<typeof entry, "who">> & { who?: string | null })[]) =>
  historyLines(
    changes.map((change) => ({ ...entry, ...change })),
    ({ action, detail }) => `fez ${action} (${detail})`,
    began,
  ).map(({ text }) => text);

test("a history says who did what, newest first, and at the end how it began", () => {
  expect(textsOf({}, { who: "Bia", action: "read-contract" })).toEqual([
    "Ana fez close-contract (cancelled)",
    "Bia fez read-contract (cancelled)",
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
