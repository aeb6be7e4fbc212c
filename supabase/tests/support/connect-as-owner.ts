import postgres from "postgres";

/** A connection that may read everything, to look behind what the API shows. */
export function connectAsOwner(databaseUrl: string) {
  return postgres(databaseUrl, { max: 4, onnotice: () => undefined });
}
