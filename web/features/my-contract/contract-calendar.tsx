import { useMutation } from "@tanstack/react-query";
import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { paths } from "../../config/paths.ts";
import { writeDays } from "../../formats/calendar.ts";
import { saveFile } from "../../ui/feedback/save-file.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { type Contract, type ContractTexts, termOf } from "./contract-data.ts";

interface ContractCalendarProps {
  contract: Contract;
  /** The day of the keys, once staff confirmed it. */
  keysOn: string | null;
  texts: ContractTexts;
}

/** Saves the days of a contract as a file that calendars open; what writes it is fetched at the click. */
export function ContractCalendar({ contract, keysOn, texts }: ContractCalendarProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => writeCalendar({ ...contract, keysOn }, texts, location.origin),
    onSuccess(calendar) {
      const file = new Blob([calendar], { type: "text/calendar" });
      saveFile(file, `datas-${contract.contract_number}.ics`);
    },
    onError: () =>
      showToast({ title: "Erro ao baixar as datas. Tente novamente.", tone: "destructive" }),
  });
  return (
    <button
      type="button"
      className="btn btn-outline justify-self-start max-sm:w-full print:hidden"
      disabled={isPending}
      onClick={() => mutate()}
    >
      {isPending && <SpinnerRing />}
      {texts.calendar.label}
    </button>
  );
}

type Dated = Pick<
  Contract,
  | "id"
  | "contract_number"
  | "status"
  | "start_date"
  | "end_date"
  | "ends_on"
  | "closed_at"
  | "created_at"
  | "fee_due_on"
> & { keysOn?: string | null };

/** The days of a contract that still come, as a file that calendars open. `origin` is the site's. */
export function writeCalendar(
  contract: Dated,
  { calendar: texts, numberLabel, days }: Pick<ContractTexts, "calendar" | "numberLabel" | "days">,
  origin: string,
): Promise<string> {
  const { id, contract_number, start_date, created_at, fee_due_on, keysOn } = contract;
  const { isRunning, state, lastDay } = termOf(contract);
  const events = [
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
  ];
  return writeDays({
    name: `${numberLabel} ${contract_number}`,
    description: `${numberLabel} ${contract_number}`,
    url: `${origin}${paths.contract}`,
    days: events.flatMap(({ name, day, summary }) =>
      day ? [{ id: `${name}-${id}`, day, summary }] : [],
    ),
  });
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}
