/** The year on the calendar of Brasília, where the company is. */
export function currentYear(now = new Date()): string {
  return new Intl.DateTimeFormat("pt-BR", {
    year: "numeric",
    timeZone: "America/Sao_Paulo",
  }).format(now);
}
