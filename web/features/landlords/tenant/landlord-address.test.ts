import { expect, test } from "vitest";
import { stateOfAddress } from "./landlord-address.tsx";

const waiting = { confirmed_at: null, refused_at: null, standing: "reads" } as const;
const confirmed = { ...waiting, confirmed_at: "2026-11-27T12:00:00Z" };

test.each([
  ["waits for its owner", waiting, "waitingLabel"],
  ["was refused by its owner", { ...waiting, refused_at: confirmed.confirmed_at }, "refusedLabel"],
  ["only reads", confirmed, "readsLabel"],
  ["acts for the landlord", { ...confirmed, standing: "acts" }, "actsLabel"],
  // Staff may check an address before its owner confirms it.
  ["acts once it is confirmed", { ...waiting, standing: "acts" }, "waitingLabel"],
] as const)("an address that %s says so", (_standing, given, state) => {
  expect(stateOfAddress(given)).toBe(state);
});
