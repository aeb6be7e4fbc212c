const days = [
  ["segunda", "Mo"],
  ["terça", "Tu"],
  ["quarta", "We"],
  ["quinta", "Th"],
  ["sexta", "Fr"],
  ["sábado", "Sa"],
  ["domingo", "Su"],
] as const;

const names = days.map(([name]) => name).join("|");
const HOURS = new RegExp(
  `^(${names})(?:-feira)? a (${names})(?:-feira)?,? das (\\d{1,2})h(\\d{2})? às (\\d{1,2})h(\\d{2})?`,
  "i",
);

/**
 * Service hours as editors write them, “Segunda a sexta, das 9h às 18h”, in schema.org's form,
 * Mo-Fr 09:00-18:00; undefined for any other wording: no hours are better than wrong ones.
 */
export function openingHours(text: string): string | undefined {
  const [, from, to, opens, opensAt = "00", closes, closesAt = "00"] = HOURS.exec(text) ?? [];
  if (!from || !to || !opens || !closes) return undefined;
  const time = (hour: string, minute: string) => `${hour.padStart(2, "0")}:${minute}`;
  return `${dayCode(from)}-${dayCode(to)} ${time(opens, opensAt)}-${time(closes, closesAt)}`;
}

function dayCode(day: string): string | undefined {
  return days.find(([name]) => name === day.toLowerCase())?.[1];
}
