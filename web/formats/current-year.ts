import { todayInBrasilia } from "../../supabase/functions/_shared/contracts/formats/today-in-brasilia.ts";

/** The year on the calendar of Brasília, where the company is. */
export function currentYear(now = new Date()): string {
  return todayInBrasilia(now).slice(0, 4);
}
