import { expect, test } from "vitest";
import type { TrackedContract, TrackedDocument } from "#contracts/requests/tracking.ts";
import { offerForTests } from "./offer-for-tests.ts";
import { stagesOf, stateOf } from "./request-progress.tsx";

type Request = Parameters<typeof stagesOf>[0];

const progress = (request: Request) =>
  stagesOf(request).map((stage) => `${stage.name} ${stage.progress}`);
const document = (status: TrackedDocument["status"]): TrackedDocument => ({
  id: "1",
  kind: "income",
  status,
  files: [],
});
const offered = (changes = {}): Request => ({
  status: "approved",
  offer: { ...offerForTests, ...changes },
});

const contractOf = (status: TrackedContract["status"], isReady: boolean): TrackedContract => ({
  contractNumber: "PF-2026-0A1B2C3D4E",
  status,
  startDate: "2026-12-01",
  endDate: "2027-11-30",
  letterFee: "apart",
  isReady,
  hasPassword: false,
});

test("a pending request is in analysis with all later stages ahead", () => {
  expect(progress({ status: "pending" })).toEqual([
    "received done",
    "analysis current",
    "documents maybe",
    "conditions ahead",
    "acceptance ahead",
    "contract ahead",
  ]);
});

test("an approved request waits for conditions, without a stage for documents nobody requested", () => {
  expect(progress({ status: "approved" })).toEqual([
    "received done",
    "analysis done",
    "conditions current",
    "acceptance ahead",
    "contract ahead",
  ]);
});

test("a request with requested documents keeps their stage until the end", () => {
  const documents = [document("accepted")];
  const now = (asked: TrackedDocument[]) =>
    progress({ status: "pending", documents: asked }).slice(1, 3);
  expect(now([document("asked")])).toEqual(["analysis paused", "documents current"]);
  expect(now([document("sent"), document("refused")])).toEqual([
    "analysis paused",
    "documents current",
  ]);
  // The deadline for an answer keeps running while staff check the sent documents.
  expect(now([document("sent")])).toEqual(["analysis current", "documents done"]);
  expect(now(documents)).toEqual(["analysis current", "documents done"]);
  expect(progress({ status: "approved", documents })).toContain("documents done");
});

test("a rejected request has no later stages", () => {
  expect(progress({ status: "rejected" })).toEqual(["received done", "analysis done"]);
});

test("a ready contract leaves no stage open", () => {
  const contract = contractOf("active", true);
  const stages = stagesOf({ ...offered({ status: "accepted" }), contract });
  expect(new Set(stages.map((stage) => stage.progress))).toEqual(new Set(["done"]));
});

test("a missed deadline is shown only while there is no answer", () => {
  const answerDueAt = "2026-11-23T17:00:00Z";
  const due = Date.parse(answerDueAt);
  expect(stateOf({ status: "pending", answerDueAt }, due)).toBe("pending");
  expect(stateOf({ status: "pending", answerDueAt }, due + 1)).toBe("late");
  expect(stateOf({ status: "approved", answerDueAt }, due + 1)).toBe("approved");
  expect(stateOf({ status: "rejected", answerDueAt }, due + 1)).toBe("rejected");
});

test("missing documents take precedence over sent ones", () => {
  const documents = [document("sent"), document("refused")];
  expect(stateOf({ status: "pending", documents })).toBe("documentsAsked");
  expect(stateOf({ status: "pending", documents: [document("sent")] })).toBe("documentsSent");
});

test("conditions expire at their time, whatever status the page received", () => {
  const until = Date.parse(offerForTests.validUntil);
  expect(stateOf(offered(), until)).toBe("offered");
  expect(stateOf(offered(), until + 1)).toBe("offerExpired");
  expect(stateOf(offered({ status: "expired" }), until)).toBe("offerExpired");
});

test("answered conditions wait for new ones, or for nothing", () => {
  const until = Date.parse(offerForTests.validUntil);
  const adjusted = offered({ adjustmentAskedAt: offerForTests.createdAt });
  expect(stateOf(adjusted, until)).toBe("adjustmentAsked");
  expect(stateOf(adjusted, until + 1)).toBe("offerExpired");
  expect(stateOf(offered({ status: "declined" }), until + 1)).toBe("offerDeclined");
  expect(progress(offered({ status: "declined" }))).toContain("conditions current");
});

test.each([
  ["active", false, "2026-11-24", "accepted"],
  ["active", true, "2026-11-30", "contractUpcoming"],
  ["active", true, "2026-12-01", "contractReady"],
  ["active", true, "2027-11-30", "contractReady"],
  ["active", true, "2027-12-01", "ended"],
  ["ended", true, "2026-12-01", "ended"],
  ["cancelled", true, "2026-11-24", "ended"],
] as const)(
  "a contract with status %s, ready: %s, is shown on %s as %s",
  (status, isReady, day, state) => {
    const request = { ...offered({ status: "accepted" }), contract: contractOf(status, isReady) };
    expect(stateOf(request, Date.parse(`${day}T12:00:00-03:00`))).toBe(state);
  },
);

test("a letter that awaits its fee says so, from its issue until the contract ends", () => {
  const told = (isReady: boolean, day: string) => {
    const contract = { ...contractOf("active", isReady), letterFee: "awaited" as const };
    const request = { ...offered({ status: "accepted" }), contract };
    return stateOf(request, Date.parse(`${day}T12:00:00-03:00`));
  };
  expect(told(false, "2026-11-24")).toBe("accepted");
  expect(told(true, "2026-11-24")).toBe("contractUnpaid");
  expect(told(true, "2027-11-30")).toBe("contractUnpaid");
  expect(told(true, "2027-12-01")).toBe("ended");
});

test("a waiting correction is the next step of a running contract", () => {
  const printed = {
    landlord_name: "José Pereira",
    property_address: "Av. Brasil, 1000, Maringá, PR",
    start_date: "2026-12-01",
    end_date: "2027-11-30",
  };
  const correction = {
    id: "c",
    reason: "O número estava errado",
    former: printed,
    wanted: printed,
  };
  const waiting = (status: TrackedContract["status"]) =>
    stateOf(
      {
        ...offered({ status: "accepted" }),
        contract: { ...contractOf(status, true), correction },
      },
      Date.parse("2026-12-05T12:00:00-03:00"),
    );
  expect(waiting("active")).toBe("correctionAsked");
  expect(waiting("ended")).toBe("ended");
});
