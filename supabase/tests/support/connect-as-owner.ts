import postgres from "postgres";

/** Connects as the owner of the database, to check what the API stored. The owner may read all data. */
export function connectAsOwner(databaseUrl: string) {
  return postgres(databaseUrl, { max: 4, onnotice: () => undefined });
}
