import type { Store } from "../store.ts";

export interface KeyValue {
  key: string;
  value: unknown;
}

/** Settings that the Studio keeps per person, such as the last search. */
export function readKeyValues({ database }: Store, userId: string, keys: string[]): KeyValue[] {
  const select = database.prepare("select value from settings where name = ?");
  return keys.map((key) => {
    const row = select.get(nameOf(userId, key));
    return { key, value: row ? JSON.parse(String(row["value"])) : null };
  });
}

export function writeKeyValues({ database }: Store, userId: string, pairs: KeyValue[]): void {
  const upsert = database.prepare("insert or replace into settings values (?, ?)");
  for (const { key, value } of pairs) upsert.run(nameOf(userId, key), JSON.stringify(value));
}

function nameOf(userId: string, key: string): string {
  return `user:${userId}:${key}`;
}
