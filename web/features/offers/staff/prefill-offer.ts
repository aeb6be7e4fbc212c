import { referenceValue, standardFee } from "#contracts/fields/coverage.ts";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { type OfferForm, longestValidDays, needsReason } from "#contracts/offers/offer.ts";
import { writeAmount } from "../../../formats/amounts.ts";
import { addDays, daysUntil } from "../../../formats/dates.ts";
import type { OfferRules, OfferedRequest, RenewedContract, StaffOffer } from "./use-offers.ts";

/** Values of the form's fields as text, before staff type anything. */
export type Prefilled = Partial<Record<keyof OfferForm, string>>;

/** Prefills an offer from the applicant's request. The term is a year from the first day of next month. */
export function prefillOffer(
  {
    owner_name,
    rental_value,
    property_type,
  }: Pick<OfferedRequest, "owner_name" | "rental_value" | "property_type">,
  rules: OfferRules,
  today = todayInBrasilia(),
): Prefilled {
  const start = firstOfNextMonth(today);
  return {
    ...(property_type === null ? {} : { propertyType: property_type }),
    landlordName: owner_name,
    landlordKind: "owner",
    rentalValue: writeAmount(rental_value),
    months: "12",
    startDate: start,
    fee: writtenFee(rental_value, 12, rules),
    feeDueOn: start,
    paymentPlan: "pix",
    instalments: "1",
    validDays: "7",
  };
}

/** Prefills a renewal with the contract's terms. The new term starts on the day after the contract's last day. */
export function prefillRenewal(contract: RenewedContract, rules: OfferRules): Prefilled {
  const start = addDays(contract.end_date, 1);
  const { rental_value: rent, contract_duration_months: months } = contract;
  return {
    propertyType: contract.property_type,
    landlordName: contract.landlord_name,
    landlordKind: "owner",
    rentalValue: writeAmount(rent),
    months: String(months),
    startDate: start,
    fee: writtenFee(rent, months, rules),
    feeDueOn: start,
    paymentPlan: contract.payment_plan,
    instalments: String(contract.instalments),
    ...(contract.payment_plan === "other" && { paymentMethod: contract.payment_method }),
    validDays: "7",
  };
}

/** Rent and landlord of a request, if a correction changed them after the former conditions. */
interface Corrected {
  rentalValue?: number;
  landlordName?: string;
}

/** Returns the values of the request that were corrected after the given time. */
export function correctedSince(
  { corrections = [], rental_value, owner_name }: OfferedRequest,
  moment: string,
): Corrected {
  const later = corrections.filter(({ madeAt }) => Date.parse(madeAt) > Date.parse(moment));
  const has = (column: string) => later.some(({ wanted }) => column in wanted);
  return {
    ...(has("rental_value") && { rentalValue: rental_value }),
    ...(has("owner_name") && { landlordName: owner_name }),
  };
}

/**
 * Prefills new conditions with the former conditions. A past start or fee date moves to the first day of next month,
 * but a start for which staff gave a reason stays. A corrected rent brings the fee of the rules.
 */
export function prefillChange(
  former: StaffOffer,
  rules: OfferRules,
  { rentalValue = former.rentalValue, landlordName = former.landlordName }: Corrected = {},
  today = todayInBrasilia(),
): Prefilled {
  const dayOf = (moment: string) => todayInBrasilia(new Date(moment));
  const { pastStartReason: reason } = former;
  const validDays = daysUntil(dayOf(former.validUntil), dayOf(former.createdAt));
  return {
    propertyType: former.propertyType,
    landlordName,
    landlordKind: former.landlord?.kind ?? "owner",
    ...(former.landlord?.document &&
      landlordName === former.landlordName && { landlordDocument: former.landlord.document }),
    rentalValue: writeAmount(rentalValue),
    months: String(former.months),
    startDate:
      reason === undefined && needsReason(former.startDate, today)
        ? firstOfNextMonth(today)
        : former.startDate,
    ...(reason !== undefined && { pastStartReason: reason }),
    fee:
      rentalValue === former.rentalValue
        ? writeAmount(former.fee)
        : writtenFee(rentalValue, former.months, rules),
    feeDueOn: former.feeDueOn < today ? firstOfNextMonth(today) : former.feeDueOn,
    paymentPlan: former.paymentPlan,
    instalments: String(former.instalments.length),
    ...(former.paymentPlan === "other" && { paymentMethod: former.paymentMethod }),
    validDays: String(Math.min(Math.max(validDays, 1), longestValidDays)),
  };
}

function writtenFee(rent: number, months: number, rules: OfferRules): string {
  return writeAmount(standardFee(referenceValue(rent, months), rules));
}

function firstOfNextMonth(today: string): string {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
