import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { paths } from "../../../config/paths.ts";
import { addDays } from "../../../formats/dates.ts";
import type { CalendarDays } from "../../../ui/feedback/calendar-button.tsx";
import { type Contract, type ContractTexts, type ShownEnding, termOf } from "./contract-data.ts";

type Dated = Pick<
  Contract,
  | "id"
  | "lease_id"
  | "contract_number"
  | "status"
  | "start_date"
  | "end_date"
  | "letter_fee"
  | "ends_on"
  | "closed_at"
  | "created_at"
  | "fee_due_on"
>;

interface KnownDays {
  ending?: ShownEnding | null | undefined;
  /** Last day to claim of the whole lease (private.claim_until); null or undefined when there is none. */
  lastClaimDay?: string | null | undefined;
}

export function calendarOfContract(
  contract: Dated,
  { ending, lastClaimDay }: KnownDays,
  { calendar: texts, numberLabel, days }: Pick<ContractTexts, "calendar" | "numberLabel" | "days">,
): CalendarDays {
  const { id, lease_id, contract_number, start_date, created_at, fee_due_on } = contract;
  const { isRunning, state, lastDay } = termOf(contract, ending);
  const isCancelled = state === "cancelled";
  return {
    id,
    name: `${numberLabel} ${contract_number}`,
    fileName: `datas-${contract_number}.ics`,
    path: `${paths.contract}#${id}`,
    days: [
      {
        name: "start",
        day: isRunning ? start_date : null,
        summary: texts.start,
        remindBefore: [1],
      },
      {
        name: "end",
        // An ended contract keeps this entry, so that a newer file moves the entry of an older one.
        day: isCancelled ? null : lastDay,
        summary: texts.end,
        remindBefore: isRunning ? [30, 7, 1] : [],
      },
      {
        name: "proof",
        // The time to claim belongs to the lease, so all of its contracts share one entry.
        id: lease_id,
        day: isCancelled ? null : lastClaimDay,
        summary: texts.proof,
        text: texts.proofText,
        remindBefore: [7, 1],
      },
      {
        name: "regret",
        // Last day to withdraw, counted from the acceptance. Only a contract that was accepted on this site has a fee
        // date; for other contracts the day of acceptance is unknown.
        day:
          isRunning && days && fee_due_on
            ? addDays(todayInBrasilia(new Date(created_at)), days.withdrawalDays)
            : null,
        summary: texts.regret,
        remindBefore: [1],
      },
      {
        name: "fee",
        day: isRunning ? fee_due_on : null,
        summary: texts.fee,
        remindBefore: [3, 1],
      },
    ],
  };
}
