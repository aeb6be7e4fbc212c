import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/formats/today-in-brasilia.ts";
import type { Contract } from "./read-contract.ts";

type Term = Pick<Contract, "status" | "start_date" | "end_date">;

/** Where a contract is in its term, on the calendar of Brasília; a term runs out by itself. */
export function termOf({ status, start_date, end_date }: Term, today = todayInBrasilia()) {
  if (status === "cancelled") return { state: "cancelled", days: 0 } as const;
  if (status === "ended" || end_date < today) return { state: "ended", days: 0 } as const;
  const state = start_date > today ? "upcoming" : "active";
  return { state, days: daysBetween(today, end_date) } as const;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
