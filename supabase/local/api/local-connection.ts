import { AsyncLocalStorage } from "node:async_hooks";
import { PostgresConnection } from "@supabase/lite/postgres";
import { inspect } from "node:util";
import type { Options, PostgresType, Sql } from "postgres";
import { z } from "zod";

const postgresTimestamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(?::?(\d\d))?$/;

const databaseErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  detail: z.string().nullish(),
  hint: z.string().nullish(),
});

/** SQLSTATE classes that PostgREST answers with 400 and the stand-in with 500. */
const callerErrors = /^(23514|P0001|23P01|21000)$/;

const parallelRequests = 20;

/** As the API writes statements: in capitals or not, and a condition always in its own word. */
const wholeTable = /^\s*(update|delete)\b(?![^]*\bwhere\b)/i;

const postgresOptions = {
  onnotice: () => undefined,
  types: {
    // PostgREST writes ISO 8601; the driver hands over PostgreSQL's own form.
    timestamptz: { to: 1184, from: [1184], serialize: String, parse: isoTimestamp },
    // Always a number, also "1850.00"; every numeric of this database fits one.
    numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
    date: { to: 1082, from: [1082], serialize: String, parse: String },
    // As PostgreSQL reads it: parameters come as text (reliable-pool.ts).
    bool: { to: 16, from: [16], serialize: String, parse: (text: string) => text === "t" },
    // The API hands over JSON that is text already; encoding it again makes it a string.
    json: { to: 114, from: [114], serialize: jsonText, parse: JSON.parse },
    jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: JSON.parse },
  },
};

/** The database as the API sees it, with what its own PostgreSQL driver gets wrong put right. */
export class LocalConnection extends PostgresConnection {
  readonly #pool: ReturnType<typeof reliablePool>;

  constructor(url: string) {
    super({ url, postgresOptions });
    this.#pool = reliablePool(
      (options) =>
        new PostgresConnection({ url, postgresOptions: { ...postgresOptions, ...options } }).driver,
      parallelRequests,
      refuseWholeTables,
    );
    Object.assign(this.driver, { reserve: this.#pool.reserve });
    // "unknown" makes the first request grant everything to everyone.
    Object.assign(this, { rlsState: "active", applyJwtSessionContext, applyRpcRequestGucs });
  }

  override async close(): Promise<void> {
    await this.#pool.close();
    await super.close();
  }

  override normalizeDbError(error: unknown): unknown {
    const found = databaseErrorSchema.safeParse(error);
    if (!found.success) return error;
    const { code, message, detail, hint } = found.data;
    if (callerErrors.test(code)) return answer(400, { code, message, details: detail, hint });
    if (outageCode.test(code)) {
      return answer(503, { code: "PGRST001", message: "Database client error. Retrying." });
    }
    return silent(Object.assign(new Error(message), { code, detail, hint }), code);
  }
}

/** "2026-01-05 09:00:00.5+00" as "2026-01-05T09:00:00.5+00:00". */
export function isoTimestamp(text: string): string {
  const [, day, time, hours, minutes] = postgresTimestamp.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}${hours}:${minutes ?? "00"}`;
}

/**
 * As hosted projects' safeupdate does of all that comes by the API. What a function does, they judge,
 * too: of those, a rule in supabase/tests/support/database-lints.ts.
 */
function refuseWholeTables(statement: string): Error | undefined {
  const [, command] = wholeTable.exec(statement) ?? [];
  if (command === undefined) return undefined;
  const message = `${command.toUpperCase()} requires a WHERE clause`;
  return Object.assign(new Error(message), { code: "21000" });
}

function jsonText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type ErrorBody = {
  code: string;
  message: string;
  details?: string | null | undefined;
  hint?: string | null | undefined;
};

/** The form in which PostgREST lets SQL choose the status: SQLSTATE PGRST, JSON inside. */
function answer(status: number, body: ErrorBody) {
  const { code, message, details = null, hint = null } = body;
  return silent(
    Object.assign(new Error(JSON.stringify({ code, message, details, hint })), {
      code: "PGRST",
      detail: JSON.stringify({ status, headers: {} }),
    }),
    code,
  );
}

/** The API prints every failed request with its values; those are personal data. */
function silent<E extends Error>(error: E, code: string): E {
  Object.defineProperty(error, inspect.custom, { value: () => describeError(code) });
  return error;
}

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
function reliablePool(
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
      /** Why a preparation failed, which what follows it only fails after. */
      let refused: unknown;
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
              sent.catch((error: unknown) => (refused ??= error));
              resolve([]);
              return;
            }
            slot.failQuery = reject;
            sent.then(resolve, (error: unknown) => reject(refused ?? error));
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

type RawQuery = {
  sql: string;
  parameters: readonly string[];
  query: { kind: "RawNode"; sqlFragments: readonly string[]; parameters: readonly never[] };
  queryId: { readonly queryId: string };
};
/** The part of the query builder's transaction that is needed here. */
type Transaction = { executeQuery(query: RawQuery): Promise<unknown> };

type Variables = {
  auth?: { role?: string; uid?: string | null; jwt?: object | null };
  storage?: { operation?: string };
};

/** The request that is answered; the API itself tells the database of calls of functions alone. */
const requests = new AsyncLocalStorage<Request>();

/** Does `work` so that the database knows of `request`. */
export function answering<Result>(request: Request, work: () => Result): Result {
  return requests.run(request, work);
}

/**
 * Who asks and what, as PostgREST and the storage server tell the database. The API's own way takes one
 * statement per setting, which is most of the time of a short request; this takes two for all.
 */
async function applyJwtSessionContext(transaction: Transaction, { auth, storage }: Variables) {
  const role = auth?.role || "anon";
  const request = requests.getStore();
  const [, dataPath] = /^\/rest\/v1(\/.*)/.exec(request ? new URL(request.url).pathname : "") ?? [];
  await setLocally(transaction, {
    role,
    "request.jwt.claim.sub": auth?.uid ?? "",
    "request.jwt.claim.role": role,
    "request.jwt.claims": auth?.jwt ? JSON.stringify(auth.jwt) : "",
    "request.method": request?.method ?? "",
    "request.path": dataPath ?? "",
    "request.headers": JSON.stringify(Object.fromEntries(request?.headers ?? [])),
    "storage.operation": storage?.operation ?? "",
    // The storage server's own statements may remove the rows of files, and no others.
    "storage.allow_delete_query": storage ? "true" : "false",
  });
  await prepareRequest(transaction, role, dataPath !== undefined);
}

/** What a database function may set of the answer. */
async function applyRpcRequestGucs(transaction: Transaction) {
  await setLocally(transaction, { "response.status": "", "response.headers": "" });
}

/**
 * How long each statement of this role may take, and wait for a lock, as PostgREST sets it; then what
 * PostgREST, and neither the auth nor the storage server, calls before each request.
 */
function prepareRequest(transaction: Transaction, role: string, isOfData: boolean) {
  const settings = ["statement_timeout", "lock_timeout"].map(
    (name) => `set_config('${name}', coalesce(platform.setting_of($1, '${name}'), '0'), true)`,
  );
  const calls = isOfData ? [...settings, "platform.before_request()"] : settings;
  return execute(transaction, `select ${calls.join()}`, [role]);
}

async function setLocally(transaction: Transaction, settings: Record<string, string>) {
  const names = Object.keys(settings);
  const sql = `select ${names.map((name, index) => `set_config('${name}', $${index + 1}, true)`).join()}`;
  await execute(transaction, sql, Object.values(settings));
}

async function execute(transaction: Transaction, sql: string, parameters: readonly string[]) {
  await transaction.executeQuery({
    sql,
    parameters,
    query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
    queryId: { queryId: sql },
  });
}

/**
 * Codes of errors, by system or driver or SQLSTATE, that mean that the database is not there, or not yet
 * again: 3D000 while a restore, or a test that begins anew, replaces it.
 */
const outageCode = /^(CONNECTION_|CONNECT_|ECONN|EPIPE|57P0|08|3D000)/;

/**
 * When PostgreSQL goes away, the driver (postgres 3.4.9) writes to a socket that is gone, or no
 * longer listens to one that breaks, and the error is thrown outside of any promise. Those must
 * not end the API; every other error still does.
 */
export function surviveLostConnections(): void {
  process.on("uncaughtException", (error) => {
    if (!isLostWrite(error) && !isOutage(error)) throw error;
    console.error("The database went away while it was spoken to");
  });
}

function isLostWrite(error: Error): boolean {
  return (
    error instanceof TypeError && /nextWrite .*postgres.src.connection\.js/.test(error.stack ?? "")
  );
}

function isOutage(error: Error): boolean {
  return "code" in error && outageCode.test(String(error.code));
}

const mark = "Refused: ";

/** What the API's own parts print: of a forged or old link, of filters that are no filters. */
const refusedBefore =
  /^(?:Storage error: JW[ST]|Error: (?:Unexpected input at |"failed to parse ))/;

/** Classes of SQLSTATE that say that the caller asked for what may not be. */
const refusals = /^(?:0L|0P|21000|22|23|25006|28|42|P0001|PT4)/;

/** The line that the API prints for an error of the database with this SQLSTATE. */
function describeError(code: string): string {
  return `${refusals.test(code) ? mark : ""}SQLSTATE ${code}`;
}

/** Whether a line of the API tells of a refused request, which is an answer and no problem. */
export function isRefusal(line: string): boolean {
  return line.startsWith(mark) || refusedBefore.test(line);
}
