export type LogLevel = "info" | "warn" | "error";

/** What a line tells besides its time, level and event: never anything of a person's. */
export type LogDetails = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one JSON line with time (ISO 8601, UTC), level and event; problems go to stderr. */
export type Log = (level: LogLevel, event: string, details?: LogDetails) => void;

export const logLine: Log = (level, event, details) => {
  const line = JSON.stringify({ time: new Date().toISOString(), level, event, ...details });
  if (level === "info") console.info(line);
  else console.error(line);
};

/** The reason that a caught value gives. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
