import type { LeaseLine, LetterState } from "#contracts/landlords/landlord.ts";

/** Choices of the list's filter: what waits for the landlord, leases with an open claim, or one state. */
export const leaseFilters = [
  "all",
  "waiting",
  "claim",
  "in_force",
  "awaiting_payment",
  "upcoming",
  "ended",
  "revoked",
] as const satisfies readonly ("all" | "waiting" | "claim" | LetterState)[];
export type LeaseFilter = (typeof leaseFilters)[number];

export interface LeaseSearch {
  text: string;
  filter: LeaseFilter;
}

export const wholeList: LeaseSearch = { text: "", filter: "all" };

/**
 * Returns the leases that the filter lets through and that match the text: its words begin words of property or city, or
 * its letters begin the tenant's initials.
 */
export function findLeases(
  lines: readonly LeaseLine[],
  { text, filter }: LeaseSearch,
): readonly LeaseLine[] {
  const words = keyOf(text).split(" ").filter(Boolean);
  const initials = lettersOf(text);
  return lines.filter((line) => {
    if (!isWithin(line, filter)) return false;
    const place = ` ${keyOf(`${line.property} ${line.city ?? ""}`)}`;
    const isOfTenant = initials.length > 1 && lettersOf(line.tenant).startsWith(initials);
    return isOfTenant || words.every((word) => place.includes(` ${word}`));
  });
}

/** Tells whether the filter lets a lease through. */
export function isWithin(line: LeaseLine, filter: LeaseFilter): boolean {
  if (filter === "waiting") return line.waitsFor !== undefined;
  if (filter === "claim") return line.claim !== undefined;
  return filter === "all" || line.state === filter;
}

/** Returns a text without accents, in lower case, with single spaces. */
const keyOf = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const lettersOf = (text: string) => keyOf(text).replaceAll(" ", "");

const isOver = ({ state }: LeaseLine) => state === "ended" || state === "revoked";

/**
 * Divides the list: first the leases that wait for the landlord, the earliest deadline first; then the others. Of these,
 * running leases come first, the next to end at the top; ended leases follow, the latest at the top.
 */
export function arrangeLeases(lines: readonly LeaseLine[]) {
  const waiting = lines
    .filter(({ waitsFor }) => waitsFor !== undefined)
    .toSorted((one, other) => compare(one.until ?? "9", other.until ?? "9"));
  const rest = lines
    .filter(({ waitsFor }) => waitsFor === undefined)
    .toSorted((one, other) => {
      if (isOver(one) !== isOver(other)) return isOver(one) ? 1 : -1;
      return compare(one.endDate, other.endDate) * (isOver(one) ? -1 : 1);
    });
  return { waiting, rest };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
