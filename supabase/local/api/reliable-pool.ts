import type { Options, PostgresType, Sql } from "postgres";

/** What only prepares a transaction; when it fails, so does every statement after it. */
const PREPARATION = /^(?:begin|select set_config\()/;

/** Opens a client of the database with these options besides its usual ones. */
type Connect = (options: Options<Record<string, PostgresType>>) => Sql;
type Slot = { client: Sql; isLost: boolean; failQuery: (error: Error) => void };

/**
 * Connections to be held for a transaction, `size` of them. The driver's own `reserve()`
 * (postgres 3.4.9) loses queries when the database goes away and never gives their connections
 * back, so that after a restart requests wait for nothing. Here each connection is a client of
 * its own, replaced once it was lost; whoever held it then hears an error for the rest of the
 * transaction, which would otherwise go on without its beginning. What `refuse` names an error for
 * is not sent.
 */
export function reliablePool(
  connect: Connect,
  size: number,
  refuse: (statement: string) => Error | undefined,
) {
  const slots = Array.from({ length: size }, () => openSlot(connect));
  const idle = [...slots.keys()];
  const waiting: ((index: number) => void)[] = [];

  function take(index: number): Slot {
    const held = slots[index];
    if (held && !held.isLost) return held;
    void held?.client.end({ timeout: 0 });
    return (slots[index] = openSlot(connect));
  }

  return {
    async reserve() {
      const index = idle.pop() ?? (await new Promise<number>((resolve) => waiting.push(resolve)));
      const slot = take(index);
      return {
        unsafe: (statement: string, parameters: Parameters<Sql["unsafe"]>[1]) =>
          new Promise((resolve, reject) => {
            if (slot.isLost) throw lostConnection();
            const refusal = refuse(statement);
            if (refusal) throw refusal;
            // PostgREST prepares too; unprepared, the driver goes to the database twice.
            const sent = slot.client.unsafe(statement, parameters?.map(asText), { prepare: true });
            if (PREPARATION.test(statement)) {
              // On its way together with what follows: a short request waits twice, not five times.
              sent.catch(() => undefined);
              resolve([]);
              return;
            }
            slot.failQuery = reject;
            sent.then(resolve, reject);
          }),
        release() {
          const next = waiting.shift();
          if (next) next(index);
          else idle.push(index);
        },
      };
    },
    async close(): Promise<void> {
      await Promise.all(slots.map(({ client }) => client.end({ timeout: 2 })));
    },
  };
}

/**
 * As text whatever is no list. Given a number or an object where a list belongs, the driver (postgres
 * 3.4.9) fails with half of its message written, and the connection waits for the rest for ever.
 */
function asText<Value>(value: Value): Value | string {
  if (value === null || typeof value === "string" || Array.isArray(value)) return value;
  if (value instanceof Date || value instanceof Uint8Array) return value;
  // Of what JSON has no word for, such as undefined, nothing is left.
  return JSON.stringify(value) ?? "";
}

function openSlot(connect: Connect): Slot {
  const slot: Slot = {
    isLost: false,
    failQuery: () => undefined,
    client: connect({
      max: 1,
      onclose() {
        slot.isLost = true;
        slot.failQuery(lostConnection());
      },
    }),
  };
  return slot;
}

const lostConnection = () =>
  Object.assign(new Error("The connection was lost"), { code: "CONNECTION_CLOSED" });
