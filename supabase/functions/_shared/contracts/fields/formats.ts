/** Formats eleven digits as a CPF, 000.000.000-00. Returns any other text unchanged. */
export function formatCpf(digits: string): string {
  const [, a, b, c, check] = /^(\d{3})(\d{3})(\d{3})(\d{2})$/.exec(digits) ?? [];
  return a && b && c && check ? `${a}.${b}.${c}-${check}` : digits;
}

/** Writes a CPF or CNPJ with its punctuation, for example 529.982.247-25 or 12.ABC.345/01DE-35. */
export function formatDocument(document: string): string {
  return document.length === 11
    ? formatCpf(document)
    : document.replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5");
}

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** Writes an amount in reais, for example R$ 1.234,56, with a non-breaking space. */
export function formatCurrency(amount: number): string {
  return reais.format(amount);
}

/** Writes a number of months with its noun, for example "1 mês" or "12 meses". */
export function formatMonths(months: number): string {
  return months === 1 ? "1 mês" : `${months} meses`;
}

const dateTime = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** Writes a moment (ISO 8601 with offset) in Brasília time: "21 de novembro de 2026 às 09:43". */
export function formatDateTime(moment: string): string {
  return dateTime.format(new Date(moment));
}

const shortTime = new Intl.DateTimeFormat("pt-BR", {
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** Writes a moment (ISO 8601 with offset) in Brasília time, in digits: "21/11/2026 às 09:43". */
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

/** Writes a deadline (ISO 8601) in Brasília time, in short form: "sáb., 23/11, 14h" or "…, 14h05". */
export function formatDeadline(moment: string): string {
  const of = Object.fromEntries(
    deadlineFormat.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
  );
  const minutes = of["minute"] === "00" ? "" : of["minute"];
  return `${of["weekday"]}, ${of["day"]}/${of["month"]}, ${Number(of["hour"])}h${minutes}`;
}

/** Writes an ISO date (2026-11-21) as 21/11/2026, without a time zone. Returns any other text unchanged. */
export function formatShortDate(isoDate: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDate) ?? [];
  return year && month && day ? `${day}/${month}/${year}` : isoDate;
}

// The formatter is created once, because it takes memory and every HTTP request needs it.
const isoDate = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" });

/** Returns today's date in Brasília as ISO (2026-11-21). */
export function todayInBrasilia(now = new Date()): string {
  return isoDate.format(now);
}
