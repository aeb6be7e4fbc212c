// @vitest-environment jsdom
import { act, useState } from "react";
import { type Root, createRoot } from "react-dom/client";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { QueueLine } from "../../../features/requests/staff/queue.tsx";
import { useChosen } from "./simulations-review.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
// Other test files run in the same worker afterwards and must not get these stubs.
afterAll(() => vi.unstubAllGlobals());

const line = (id: string): QueueLine => ({
  id,
  fullName: "Ana",
  protocol: "PS-2026-00000011",
  status: "pending",
  createdAt: "",
  answerDueAt: "",
  city: "Maringá",
  state: "PR",
  rentalValue: 1000,
  repeatedCpf: false,
  isCorrected: false,
  firstApproval: null,
  documentsAsked: 0,
  documentsSent: 0,
  hasQuestion: false,
  offerStatus: null,
  holder: null,
  lookAgainOn: null,
});

type Queue = ReturnType<typeof useChosen>;

let queue: Queue;
let root: Root;

interface Asked {
  ids: string[];
  question: string;
  notify: (queue: Queue) => void;
}

function QueueForTests({ ids, question, notify }: Asked) {
  notify(useChosen(ids.map(line), question, useState<string | null>(null)));
  return null;
}
const notify = (next: Queue) => void (queue = next);
const show = (ids: string[], question = "decide") =>
  act(() => root.render(<QueueForTests ids={ids} question={question} notify={notify} />));
function begin(...ids: string[]) {
  root = createRoot(document.createElement("div"));
  show(ids);
}
afterEach(() => act(() => root.unmount()));

test("the first simulation is shown without a choice, and stays when the list changes", () => {
  begin("a", "b");
  expect([queue.shown, queue.chosen]).toEqual(["a", null]);
  show(["new", "a", "b"]);
  expect(queue.shown).toBe("a");
});

test("a step moves to the next simulation and back, never beyond the ends", () => {
  begin("a", "b");
  act(() => queue.step(1));
  expect(queue.shown).toBe("b");
  act(() => queue.step(1));
  expect(queue.shown).toBe("b");
  act(() => queue.step(-1));
  expect(queue.shown).toBe("a");
});

test("a decision moves to the next simulation, or to the previous one at the end", () => {
  begin("a", "b", "c");
  act(() => queue.choose("b"));
  act(() => queue.goOn("b"));
  expect(queue.shown).toBe("c");
  act(() => queue.goOn("c"));
  expect(queue.shown).toBe("b");
});

test("a decision about the only simulation clears the choice", () => {
  begin("a");
  act(() => queue.choose("a"));
  act(() => queue.goOn("a"));
  expect(queue.chosen).toBeNull();
});

test("another list starts with its first simulation", () => {
  begin("a", "b");
  act(() => queue.choose("b"));
  act(() => queue.choose(null));
  expect(queue.shown).toBe("b");
  show(["x", "b"], "approved");
  expect([queue.shown, queue.chosen]).toEqual(["x", null]);
});
