import { expect, test } from "vitest";
import { termOf } from "./contract-data.ts";

const contract = {
  status: "active",
  start_date: "2026-02-01",
  end_date: "2027-01-31",
  letter_fee: "paid",
  ends_on: null,
  closed_at: null,
};

test.each([
  ["2026-01-31", "upcoming", 365],
  ["2026-02-01", "in_force", 364],
  ["2027-01-30", "in_force", 1],
  ["2027-01-31", "in_force", 0],
  ["2027-02-01", "expired", 0],
])("on %s a contract is %s, %i days before its end", (today, state, days) => {
  expect(termOf(contract, null, today)).toMatchObject({ state, days });
});

test("a contract whose letter waits for its fee awaits payment until its last day", () => {
  const awaited = { ...contract, letter_fee: "awaited" };
  const stateOn = (today: string) => termOf(awaited, null, today);
  expect(stateOn("2026-01-31")).toMatchObject({ state: "awaiting_payment", isRunning: true });
  expect(stateOn("2027-01-31")).toMatchObject({ state: "awaiting_payment", isRunning: true });
  expect(stateOn("2027-02-01")).toMatchObject({ state: "expired", isRunning: false });
});

test.each(["ended", "cancelled"])("a contract that staff closed is %s on every day", (status) => {
  expect(termOf({ ...contract, status }, null, "2026-03-01")).toMatchObject({
    state: status,
    isRunning: false,
    days: 0,
  });
});

test.each([
  [{}, "2027-01-31"],
  // Time in UTC. In Brasília, this is still the day before.
  [{ status: "cancelled", closed_at: "2026-03-02T02:30:00Z" }, "2026-03-01"],
  [{ status: "ended", closed_at: "2026-03-02T12:00:00Z", ends_on: "2026-02-20" }, "2026-02-20"],
])("a contract with %j has the last day %s", (changes, lastDay) => {
  expect(termOf({ ...contract, ...changes }, null, "2026-03-05")).toMatchObject({ lastDay });
});

test("a contract whose ending is confirmed for a later day has this day as its last day", () => {
  const term = (status: "asked" | "confirmed", keys_on: string | null) =>
    termOf(contract, { status, keys_on }, "2026-03-01");
  expect(term("confirmed", "2026-03-11")).toMatchObject({
    state: "in_force",
    lastDay: "2026-03-11",
    days: 10,
  });
  expect(term("asked", "2026-03-11")).toMatchObject({ lastDay: "2027-01-31", days: 336 });
  expect(term("confirmed", null)).toMatchObject({ lastDay: "2027-01-31" });
});

test("an ended contract keeps its own last day, whatever its ending states", () => {
  const ended = { ...contract, status: "ended", ends_on: "2026-02-20" };
  expect(termOf(ended, { status: "confirmed", keys_on: "2026-02-25" }, "2026-03-01")).toMatchObject(
    {
      lastDay: "2026-02-20",
      days: 0,
    },
  );
});
