import { expect, test } from "vitest";
import type { LeaseLine } from "#contracts/landlords/landlord.ts";
import { readLandlordLink, writeLandlordLink } from "./landlord-place.ts";
import { type LeaseFilter, arrangeLeases, findLeases } from "./lease-lines.ts";

const line = (id: string, changes: Partial<LeaseLine> = {}): LeaseLine => ({
  id,
  standing: "acts",
  property: "Av. Brasil, 1000, Zona 1",
  city: "Maringá, PR",
  tenant: "A. M. C.",
  state: "in_force",
  startDate: "2026-01-01",
  endDate: "2026-12-31",
  ...changes,
});

const ids = (lines: readonly LeaseLine[]) => lines.map(({ id }) => id);

test.each([
  ["brasil 1000", ["brasil"]],
  ["MARINGA", ["brasil", "paes"]],
  ["Pães, 7", ["paes"]],
  ["amc", ["brasil"]],
  ["a. m.", ["brasil"]],
  ["J.P.", ["paes"]],
  // A single character is searched in places, not in initials.
  ["7", ["paes"]],
  ["rua brasil", []],
  ["  ", ["brasil", "paes"]],
])("a search for %o finds the leases of %o", (text, found) => {
  const lines = [line("brasil"), line("paes", { property: "Rua dos Paes, 7", tenant: "J. P." })];
  expect(ids(findLeases(lines, { text, filter: "all" }))).toEqual(found);
});

test.each<[LeaseFilter, string[]]>([
  ["all", ["free", "asked", "claimed", "over"]],
  ["waiting", ["asked", "claimed"]],
  ["claim", ["claimed"]],
  ["in_force", ["free", "asked", "claimed"]],
  ["ended", ["over"]],
])("the filter %s lets %o through", (filter, found) => {
  const lines = [
    line("free"),
    line("asked", { waitsFor: "handover", until: "2026-11-30" }),
    line("claimed", { waitsFor: "claim", until: "2026-12-01", claim: "PA-2026-00000011" }),
    line("over", { state: "ended" }),
  ];
  expect(ids(findLeases(lines, { text: "", filter }))).toEqual(found);
});

test("the list has the earliest task first, then running leases by their end, then ended ones, the latest first", () => {
  const { waiting, rest } = arrangeLeases([
    line("old", { state: "ended", endDate: "2024-12-31" }),
    line("later", { endDate: "2027-06-30" }),
    line("task later", { waitsFor: "claim", until: "2026-12-02" }),
    line("recent", { state: "ended", endDate: "2026-10-31" }),
    line("sooner", { endDate: "2026-12-31" }),
    line("task now", { waitsFor: "handover", until: "2026-11-28", state: "ended" }),
  ]);
  expect(ids(waiting)).toEqual(["task now", "task later"]);
  expect(ids(rest)).toEqual(["sooner", "later", "recent", "old"]);
});

test("a fragment names the secret and at most one lease, and anything else after the secret is ignored", () => {
  const leaseId = "7a2e2d3c-4b5a-4c6d-8e7f-001122334455";
  const link = { secret: "segredo-do-link", leaseId };
  expect(readLandlordLink(writeLandlordLink(link))).toEqual(link);
  expect(readLandlordLink("segredo-do-link")).toEqual({ secret: "segredo-do-link" });
  expect(readLandlordLink("segredo-do-link/../x")).toEqual({ secret: "segredo-do-link" });
});
