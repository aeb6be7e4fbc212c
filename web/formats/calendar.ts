interface Calendar {
  name: string;
  /** Of each day, in words. */
  description: string;
  /** Where each day leads; its host is a part of every id. */
  url: string;
  /** YYYY-MM-DD; `id` is of the day's own kind and thing. */
  days: readonly { id: string; day: string; summary: string }[];
}

/**
 * Days as a file that calendars open, each for the whole day (RFC 5545). A day keeps its UID, so that who
 * opens the file once more moves it and gets no second one. What writes it is fetched when it is asked for.
 */
export async function writeDays({ name, description, url, days }: Calendar): Promise<string> {
  const { default: createCalendar } = await import("ical-generator");
  const calendar = createCalendar({ name });
  for (const { id, day, summary } of days) {
    calendar.createEvent({
      id: `${id}@${new URL(url).hostname}`,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary,
      description,
      url,
    });
  }
  return calendar.toString();
}
