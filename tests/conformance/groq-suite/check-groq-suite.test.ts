import { expect, test } from "vitest";
import { checkGroqSuite } from "./check-groq-suite.ts";
import type { Exceptions } from "./suite-exceptions.ts";

const none: Exceptions = { failing: [], tooSlow: [], notImitated: [], withoutDataset: [] };

function caseOf(id: string, query: string, result: unknown, attributes = {}) {
  const dataset = { _ref: "d" };
  return {
    _type: "test",
    _id: id,
    filename: "a.yml",
    query,
    result,
    valid: true,
    dataset,
    ...attributes,
  };
}

const suite = [
  { _type: "dataset", _id: "d", name: "inline", documents: [{ _id: "b" }, { _id: "a", n: 1 }] },
  { _type: "dataset", _id: "m", name: "movies" },
  caseOf("right", "*[_id > $after]", [{ _id: "b" }], { params: { after: "a" } }),
  caseOf("refused", "*[", null, { valid: false }),
  caseOf("scored", "* | score(n == 1) {_id, _score}", [
    { _id: "a", _pos: 1 },
    { _id: "b", _pos: 2 },
  ]),
  caseOf("wrong", "1 + 1", 3),
  caseOf("accepted", "1", null, { valid: false }),
  caseOf("missing", "geo::distance(a, b)", 5),
  caseOf("elsewhere", "count(*)", 7, { dataset: { _ref: "m" } }),
]
  .map((entry) => JSON.stringify(entry))
  .join("\n");

const exceptions: Exceptions = {
  failing: [{ reason: "not right yet", cases: ["wrong", "accepted"] }],
  tooSlow: [],
  notImitated: [{ reason: "no geography", name: "geo", count: 1 }],
  withoutDataset: [{ reason: "too large", name: "movies", count: 1 }],
};

test("a failing case is a problem unless an exception lists it", async () => {
  const report = await checkGroqSuite(suite, none);
  expect(report).toMatchObject({ passed: 3, excepted: 0 });
  expect(report.problems.map((problem) => problem.split(" ")[1])).toEqual([
    "wrong",
    "accepted",
    "missing",
    "elsewhere",
  ]);
  expect(await checkGroqSuite(suite, exceptions)).toEqual({
    passed: 3,
    excepted: 4,
    problems: [],
  });
});

test("an exception that passes is a problem", async () => {
  const stale = {
    ...exceptions,
    failing: [{ reason: "", cases: ["wrong", "accepted", "right", "renamed"] }],
    notImitated: [{ reason: "", name: "geo", count: 2 }],
  };
  expect((await checkGroqSuite(suite, stale)).problems).toEqual([
    "right passes by now",
    "renamed is not in the suite",
    '"geo" excepts 1 cases, not 2',
  ]);
});

test("a case that would not end is not run", async () => {
  const slow = { ...exceptions, tooSlow: [{ reason: "", cases: ["right"] }] };
  expect(await checkGroqSuite(suite, slow)).toEqual({ passed: 2, excepted: 5, problems: [] });
});
