/** One event as flat fields. Never a name, address, document, token or message text. */
export type Log = (event: Record<string, string | number>) => void;

/** One JSON line per event, which hosted Supabase indexes. */
export const logLine: Log = (event) => console.info(JSON.stringify(event));
