import { useMutation } from "@tanstack/react-query";
import { saveFile } from "./save-file.ts";
import { showToast } from "./show-toast.tsx";
import { Button } from "./button.tsx";

export interface CalendarDays {
  /** Id of the case that the dates belong to. This id and the date's name form the UID of a calendar entry. */
  id: string;
  name: string;
  fileName: string;
  /** Path of the page that the calendar entries link to. */
  path: string;
  days: readonly CalendarDay[];
}

/** Whole-day entry. Entries without a day are omitted. */
interface CalendarDay {
  name: string;
  /** YYYY-MM-DD. */
  day: string | null | undefined;
  summary: string;
  /** Explanation of the date. */
  text?: string;
  /** Id of the case of this date, if it is another one than that of the calendar. */
  id?: string;
  /** Numbers of days before the date, at least 1, on which the calendar reminds at nine in the morning. */
  remindBefore?: readonly number[];
}

interface CalendarButtonProps {
  label: string;
  /** Returns the dates. Called when the button is clicked. */
  calendarOf: () => CalendarDays;
}

/** Shows a button that saves dates as a calendar file. A click loads the code that writes the file. */
export function CalendarButton({ label, calendarOf }: CalendarButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const calendar = calendarOf();
      const file = new Blob([await writeCalendar(calendar, location.origin)], {
        type: "text/calendar",
      });
      saveFile(file, calendar.fileName);
    },
    onError: () =>
      showToast({ title: "Erro ao baixar as datas. Tente novamente.", tone: "destructive" }),
  });
  return (
    <Button
      className="btn-outline justify-self-start max-sm:w-full print:hidden"
      isBusy={isPending}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}

/** Start of the count of seconds in SEQUENCE, which is a 32-bit number. */
const SEQUENCE_EPOCH = Date.UTC(2026, 0, 1);
const DAY_S = 86_400;
const REMINDER_HOUR_S = 9 * 3600;

/**
 * Writes a calendar file (RFC 5545). Entries keep their UID and a newer file has a greater SEQUENCE, so that importing
 * it updates the entries. @param origin origin of the site
 */
export async function writeCalendar(
  { id, name, path, days }: CalendarDays,
  origin: string,
  now = Date.now(),
): Promise<string> {
  const { default: createCalendar, ICalAlarmType } = await import("ical-generator");
  const calendar = createCalendar({ name });
  for (const { name: kind, day, summary, text, id: ownId = id, remindBefore = [] } of days) {
    if (!day) continue;
    calendar.createEvent({
      id: `${kind}-${ownId}@${new URL(origin).hostname}`,
      sequence: Math.floor((now - SEQUENCE_EPOCH) / 1000),
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary,
      description: text === undefined ? name : `${name}\n${text}`,
      url: `${origin}${path}`,
      alarms: remindBefore.map((before) => ({
        type: ICalAlarmType.display,
        // Seconds before the date begins.
        trigger: before * DAY_S - REMINDER_HOUR_S,
        description: summary,
      })),
    });
  }
  return calendar.toString();
}
