import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/formats/today-in-brasilia.ts";
import type { OfferForm } from "../../../supabase/functions/_shared/contracts/offer.ts";
import type { OfferedRequest } from "./offered-request.ts";

/** What stands in the form at first: the request's own data, a year, from the first of next month. */
export function prefillOffer(
  { owner_name, rental_value }: Pick<OfferedRequest, "owner_name" | "rental_value">,
  today = todayInBrasilia(),
): Partial<Record<keyof OfferForm, string>> {
  const start = firstOfNextMonth(today);
  return {
    landlordName: owner_name,
    rentalValue: rental_value.toFixed(2).replace(".", ","),
    months: "12",
    startDate: start,
    feeDueOn: start,
    validDays: "7",
  };
}

function firstOfNextMonth(today: string): string {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
