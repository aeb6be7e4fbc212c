import { expect, test } from "vitest";
import type {
  TrackedContract,
  TrackedDocument,
} from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { offerForTests } from "./offer-for-tests.ts";
import { stagesOf, stateOf } from "./request-progress.tsx";

type Request = Parameters<typeof stagesOf>[0];

const progress = (request: Request) =>
  stagesOf(request).map((stage) => `${stage.name} ${stage.progress}`);
const document = (status: TrackedDocument["status"]): TrackedDocument => ({
  id: "1",
  kind: "income",
  status,
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

test("a request that waits is in its analysis, and all that may follow is ahead", () => {
  expect(progress({ status: "pending" })).toEqual([
    "received done",
    "analysis current",
    "documents maybe",
    "conditions ahead",
    "acceptance ahead",
    "contract ahead",
  ]);
});

test("an approved one waits for its conditions, and is not told of documents nobody asked for", () => {
  expect(progress({ status: "approved" })).toEqual([
    "received done",
    "analysis done",
    "conditions current",
    "acceptance ahead",
    "contract ahead",
  ]);
});

test("one whose documents were asked for is told of them until the end", () => {
  const documents = [document("accepted")];
  const now = (asked: TrackedDocument[]) =>
    progress({ status: "pending", documents: asked }).slice(1, 3);
  expect(now([document("asked")])).toEqual(["analysis paused", "documents current"]);
  expect(now([document("sent"), document("refused")])).toEqual([
    "analysis paused",
    "documents current",
  ]);
  // The clock runs on.
  expect(now([document("sent")])).toEqual(["analysis current", "documents done"]);
  expect(now(documents)).toEqual(["analysis current", "documents done"]);
  expect(progress({ status: "approved", documents })).toContain("documents done");
});

test("a rejected one has nothing ahead", () => {
  expect(progress({ status: "rejected" })).toEqual(["received done", "analysis done"]);
});

test("a contract that is ready leaves no stage", () => {
  const contract = contractOf("active", true);
  const stages = stagesOf({ ...offered({ status: "accepted" }), contract });
  expect(new Set(stages.map((stage) => stage.progress))).toEqual(new Set(["done"]));
});

test("a promise that was not kept is told, and only while there is no answer", () => {
  const answerDueAt = "2026-11-23T17:00:00Z";
  const due = Date.parse(answerDueAt);
  expect(stateOf({ status: "pending", answerDueAt }, due)).toBe("pending");
  expect(stateOf({ status: "pending", answerDueAt }, due + 1)).toBe("late");
  expect(stateOf({ status: "approved", answerDueAt }, due + 1)).toBe("approved");
  expect(stateOf({ status: "rejected", answerDueAt }, due + 1)).toBe("rejected");
});

test("what is missing outweighs what waits to be read", () => {
  const documents = [document("sent"), document("refused")];
  expect(stateOf({ status: "pending", documents })).toBe("documentsAsked");
  expect(stateOf({ status: "pending", documents: [document("sent")] })).toBe("documentsSent");
});

test("conditions expire to the moment, whatever the page was told", () => {
  const until = Date.parse(offerForTests.validUntil);
  expect(stateOf(offered(), until)).toBe("offered");
  expect(stateOf(offered(), until + 1)).toBe("offerExpired");
  expect(stateOf(offered({ status: "expired" }), until)).toBe("offerExpired");
});

test("conditions that were answered wait for others, or for nothing", () => {
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
  "a contract that is %s, ready: %s, is told on %s as %s",
  (status, isReady, day, state) => {
    const request = { ...offered({ status: "accepted" }), contract: contractOf(status, isReady) };
    expect(stateOf(request, Date.parse(`${day}T12:00:00-03:00`))).toBe(state);
  },
);

test("a contract whose letter waits for its fee says so once there is a letter, and until it ends", () => {
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

test("a correction that waits is what there is to do, of a contract that is not over", () => {
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
