/** Eleven digits as a CPF is written, 000.000.000-00; anything else comes back unchanged. */
export function formatCpf(digits: string): string {
  const [, a, b, c, check] = /^(\d{3})(\d{3})(\d{3})(\d{2})$/.exec(digits) ?? [];
  return a && b && c && check ? `${a}.${b}.${c}-${check}` : digits;
}

/** A CPF or CNPJ as it is read: 529.982.247-25, 12.ABC.345/01DE-35. */
export function formatDocument(document: string): string {
  return document.length === 11
    ? formatCpf(document)
    : document.replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5");
}

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** An amount in reais as people read it: R$ 1.234,56, the space never broken. */
export function formatCurrency(amount: number): string {
  return reais.format(amount);
}

/** A number of months in words: 1 mês, 12 meses. */
export function formatMonths(months: number): string {
  return months === 1 ? "1 mês" : `${months} meses`;
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

const shortTime = new Intl.DateTimeFormat("pt-BR", {
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** A moment (ISO 8601 with offset) in Brasília time, in figures: 21/11/2026 às 09:43. */
export function formatShortDateTime(moment: string): string {
  const date = new Date(moment);
  return `${formatShortDate(todayInBrasilia(date))} às ${shortTime.format(date)}`;
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
