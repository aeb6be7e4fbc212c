import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { paths } from "../../../config/paths.ts";
import { addDays } from "../../../formats/dates.ts";
import type { CalendarDays } from "../../../ui/feedback/calendar-button.tsx";
import { type Contract, type ContractTexts, termOf } from "./contract-data.ts";

type Dated = Pick<
  Contract,
  | "id"
  | "contract_number"
  | "status"
  | "start_date"
  | "end_date"
  | "letter_fee"
  | "ends_on"
  | "closed_at"
  | "created_at"
  | "fee_due_on"
> & { keysOn?: string | null };

export function calendarOfContract(
  contract: Dated,
  { calendar: texts, numberLabel, days }: Pick<ContractTexts, "calendar" | "numberLabel" | "days">,
): CalendarDays {
  const { id, contract_number, start_date, created_at, fee_due_on, keysOn } = contract;
  const { isRunning, state, lastDay } = termOf(contract);
  return {
    id,
    name: `${numberLabel} ${contract_number}`,
    fileName: `datas-${contract_number}.ics`,
    path: paths.contract,
    days: [
      { name: "start", day: isRunning ? start_date : null, summary: texts.start },
      { name: "end", day: isRunning ? lastDay : null, summary: texts.end },
      {
        name: "proof",
        // Last day to claim, computed like private.claim_until. A cancelled contract covers nothing and has no such
        // day.
        day: state !== "cancelled" && days ? addDays(keysOn ?? lastDay, days.proofDays) : null,
        summary: texts.proof,
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
      },
      { name: "fee", day: isRunning ? fee_due_on : null, summary: texts.fee },
    ],
  };
}
