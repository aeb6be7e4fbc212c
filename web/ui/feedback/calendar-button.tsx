import { useMutation } from "@tanstack/react-query";
import { saveFile } from "./save-file.ts";
import { showToast } from "./show-toast.tsx";
import { SpinnerRing } from "./states.tsx";

/** Days to be kept in somebody's calendar. */
export interface CalendarDays {
  /** Of what the days are: with the name of each it is its UID. */
  id: string;
  name: string;
  fileName: string;
  /** Where on the site it is looked up. */
  path: string;
  /** Each for the whole day (YYYY-MM-DD); what has no day is left out. */
  days: readonly { name: string; day: string | null | undefined; summary: string }[];
}

interface CalendarButtonProps {
  label: string;
  /** Called at the click. */
  calendarOf: () => CalendarDays;
}

/** Saves days as a file that calendars open; what writes it is fetched at the click. */
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
    <button
      type="button"
      className="btn btn-outline justify-self-start max-sm:w-full print:hidden"
      disabled={isPending}
      onClick={() => mutate()}
    >
      {isPending && <SpinnerRing />}
      {label}
    </button>
  );
}

/**
 * The days as a calendar (RFC 5545). A day keeps its UID, so that who opens the file once more moves it
 * and gets no second one. `origin` is the site's.
 */
export async function writeCalendar(
  { id, name, path, days }: CalendarDays,
  origin: string,
): Promise<string> {
  const { default: createCalendar } = await import("ical-generator");
  const calendar = createCalendar({ name });
  for (const { name: kind, day, summary } of days) {
    if (!day) continue;
    calendar.createEvent({
      id: `${kind}-${id}@${new URL(origin).hostname}`,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary,
      description: name,
      url: `${origin}${path}`,
    });
  }
  return calendar.toString();
}
