const parts = new Intl.DateTimeFormat("pt-BR", {
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
    parts.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
  );
  const minutes = of["minute"] === "00" ? "" : of["minute"];
  return `${of["weekday"]}, ${of["day"]}/${of["month"]}, ${Number(of["hour"])}h${minutes}`;
}
