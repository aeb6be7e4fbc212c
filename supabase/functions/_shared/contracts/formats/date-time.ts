const dateTime = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** A moment (ISO 8601 with offset) in Brasília time: 21 de novembro de 2026 às 09:43. */
export function formatDateTime(moment: string): string {
  return dateTime.format(new Date(moment));
}
