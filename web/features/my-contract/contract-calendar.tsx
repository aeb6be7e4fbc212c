import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { paths } from "../../config/paths.ts";
import { addDays } from "../../formats/dates.ts";
import { CalendarButton, type CalendarDays } from "../../ui/feedback/calendar-button.tsx";
import { type Contract, type ContractTexts, termOf } from "./contract-data.ts";

interface ContractCalendarProps {
  contract: Contract;
  /** The day of the keys, once staff confirmed it. */
  keysOn: string | null;
  texts: ContractTexts;
}

/** Saves the days of a contract for a calendar. */
export function ContractCalendar({ contract, keysOn, texts }: ContractCalendarProps) {
  return (
    <CalendarButton
      label={texts.calendar.label}
      calendarOf={() => calendarOfContract({ ...contract, keysOn }, texts)}
    />
  );
}

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

/** The days of a contract that still come. */
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
        // As private.claim_until reckons it: what was cancelled guarantees nothing.
        day: state !== "cancelled" && days ? addDays(keysOn ?? lastDay, days.proofDays) : null,
        summary: texts.proof,
      },
      {
        name: "regret",
        // One from before offers was accepted elsewhere, on a day that nobody knows here.
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
