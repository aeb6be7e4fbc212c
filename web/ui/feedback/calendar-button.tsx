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
  /** Whole-day entries; `day` is YYYY-MM-DD. Entries without a day are omitted. */
  days: readonly { name: string; day: string | null | undefined; summary: string }[];
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

/**
 * Writes a calendar file (RFC 5545). Entries keep their UID, so that importing a newer file updates the entries. @param
 * origin origin of the site
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
