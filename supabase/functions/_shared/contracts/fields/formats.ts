/** The column that keeps a field: full_name for fullName. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A form as the row that keeps it. */
export function rowOf(form: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [columnOf(name), value]));
}

/** Eleven digits as a CPF is written, 000.000.000-00; anything else comes back unchanged. */
export function formatCpf(digits: string): string {
  const [, a, b, c, check] = /^(\d{3})(\d{3})(\d{3})(\d{2})$/.exec(digits) ?? [];
  return a && b && c && check ? `${a}.${b}.${c}-${check}` : digits;
}

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** An amount in reais as people read it: R$ 1.234,56, the space never broken. */
export function formatCurrency(amount: number): string {
  return reais.format(amount);
}

const dateTime = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** A moment (ISO 8601 with offset) in Brasília time: 21 de novembro de 2026 às 09:43. */
export function formatDateTime(moment: string): string {
  return dateTime.format(new Date(moment));
}

const deadlineFormat = new Intl.DateTimeFormat("pt-BR", {
  weekday: "short",
  day: "2-digit",
  month: "2-digit",
  hour: "numeric",
  minute: "2-digit",
  timeZone: "America/Sao_Paulo",
});

/** A promised moment (ISO 8601) in Brasília time, as people say it: sáb., 23/11, 14h or 14h05. */
export function formatDeadline(moment: string): string {
  const of = Object.fromEntries(
    deadlineFormat.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
  );
  const minutes = of["minute"] === "00" ? "" : of["minute"];
  return `${of["weekday"]}, ${of["day"]}/${of["month"]}, ${Number(of["hour"])}h${minutes}`;
}

const brazilian = /^(?:\+?55)?([1-9]\d)(9\d{4}|\d{4})(\d{4})$/;

/** The parts of a Brazilian number in whichever way it is written; undefined for any other. */
export function brazilianPhone(text: string) {
  const [, area, start, end] = brazilian.exec(phoneDigits(text)) ?? [];
  return area && start && end ? { area, start, end } : undefined;
}

/** The digits of a number, and the + before a country's code. */
export function phoneDigits(text: string): string {
  return text.replace(/[^\d+]/g, "");
}

/** A Brazilian number as people write it, (44) 99999-9999; anything else comes back unchanged. */
export function formatPhone(text: string): string {
  const parts = brazilianPhone(text);
  return parts ? `(${parts.area}) ${parts.start}-${parts.end}` : text;
}

/**
 * An ISO date (2026-11-21) as 21/11/2026; anything else comes back unchanged. A calendar date has
 * no time zone, so it never passes through one.
 */
export function formatShortDate(isoDate: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDate) ?? [];
  return year && month && day ? `${day}/${month}/${year}` : isoDate;
}

// Once: each formatter holds memory of the runtime's, and this is asked at every request.
const isoDate = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" });

/** Today's date on the calendar of Brasília as ISO (2026-11-21). */
export function todayInBrasilia(now = new Date()): string {
  return isoDate.format(now);
}
