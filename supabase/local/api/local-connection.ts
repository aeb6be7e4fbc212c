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

/**
 * SQLSTATE codes for which PostgREST answers 400 and the local API would answer 500. PostgREST refuses lists within
 * lists in place of arguments itself; the local API lets the database refuse them with 54000.
 */
const callerErrors = /^(23514|P0001|23P01|21000|54000)$/;

const parallelRequests = 20;

/** Matches an update or delete without `where`. The API always writes `where` as a separate word. */
const wholeTable = /^\s*(update|delete)\b(?![^]*\bwhere\b)/i;

const postgresOptions = {
  onnotice: () => undefined,
  types: {
    // PostgREST returns ISO 8601. The driver would return PostgreSQL's own format.
    timestamptz: { to: 1184, from: [1184], serialize: String, parse: isoTimestamp },
    // A numeric always becomes a JavaScript number, even "1850.00". Every numeric of this database fits into a number.
    numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
    date: { to: 1082, from: [1082], serialize: String, parse: String },
    // `String` is enough, because PostgreSQL parses the parameters, which `asText` sends as text.
    bool: { to: 16, from: [16], serialize: String, parse: (text: string) => text === "t" },
    // The API passes JSON that is already text. A second encoding would turn the JSON into a string.
    json: { to: 114, from: [114], serialize: jsonText, parse: JSON.parse },
    jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: JSON.parse },
  },
};

/** Connects the local API to the database, and corrects faults of the API's own PostgreSQL driver. */
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
    // The rlsState must be "active". If it were "unknown", the API's first HTTP request would grant
    // all privileges to all roles.
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

/** Converts a PostgreSQL time to ISO 8601: "2026-01-05 09:00:00.5+00" becomes "2026-01-05T09:00:00.5+00:00". */
export function isoTimestamp(text: string): string {
  const [, day, time, hours, minutes] = postgresTimestamp.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}${hours}:${minutes ?? "00"}`;
}

/** Refuses changes of whole tables, like the extension safeupdate. database-lints.ts checks database functions. */
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

/** Creates an error with SQLSTATE PGRST. PostgREST takes the HTTP status and body from the JSON in such an error. */
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

/** Makes the API print the code of an error and not the message, which may contain personal data. */
function silent<E extends Error>(error: E, code: string): E {
  Object.defineProperty(error, inspect.custom, { value: () => describeError(code) });
  return error;
}

/** Matches the first statements of a transaction: `begin`, and `select set_config` for its role and settings. */
const PREPARATION = /^(?:begin|select set_config\()/;

type Connect = (options: Options<Record<string, PostgresType>>) => Sql;
type Slot = { client: Sql; isLost: boolean; failQuery: (error: Error) => void };

/**
 * Creates a pool of `size` connections, each a separate client. Each transaction reserves one connection. The driver's
 * own `reserve()` (postgres 3.4.9) never returns a connection that was lost, so HTTP requests would wait forever after
 * a restart of the database. This pool replaces a lost connection. Further statements of the interrupted transaction
 * fail. If `refuse` returns an error for a statement, the statement is not sent.
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
      /** First error of a statement that matches PREPARATION. Later statements of the transaction report this error. */
      let refused: unknown;
      return {
        unsafe: (statement: string, parameters: Parameters<Sql["unsafe"]>[1]) =>
          new Promise((resolve, reject) => {
            if (slot.isLost) throw lostConnection();
            const refusal = refuse(statement);
            if (refusal) throw refusal;
            // `prepare` makes the driver use a prepared statement, like PostgREST. Without a prepared statement, the
            // driver needs two round trips.
            const sent = slot.client.unsafe(statement, parameters?.map(asText), { prepare: true });
            if (PREPARATION.test(statement)) {
              // The statement is not awaited but sent together with the next statement, so that a short HTTP request
              // needs two round trips instead of five.
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
 * Converts every value except lists to text. The driver (postgres 3.4.9) waits forever if it expects a list and gets a
 * number.
 */
function asText<Value>(value: Value): Value | string {
  if (value === null || typeof value === "string" || Array.isArray(value)) return value;
  if (value instanceof Date || value instanceof Uint8Array) return value;
  // `JSON.stringify` returns undefined for a value that JSON cannot express.
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
type Transaction = { executeQuery(query: RawQuery): Promise<unknown> };

type Variables = {
  auth?: { role?: string; uid?: string | null; jwt?: object | null };
  storage?: { operation?: string };
};

/**
 * Current HTTP request. It is stored here, because the API passes the request on only for calls of database functions.
 */
const requests = new AsyncLocalStorage<Request>();

export function answering<Result>(request: Request, work: () => Result): Result {
  return requests.run(request, work);
}

/** Sets role and settings in two statements, like PostgREST. The API's own code needs a slow statement per setting. */
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
    // Only the storage server's own statements may delete rows of files.
    "storage.allow_delete_query": storage ? "true" : "false",
  });
  await prepareRequest(transaction, role, dataPath !== undefined);
}

/** Resets the settings by which a database function can set the status and the headers of the HTTP answer. */
async function applyRpcRequestGucs(transaction: Transaction) {
  await setLocally(transaction, { "response.status": "", "response.headers": "" });
}

/** Sets the role's timeouts. For the data API, also calls PostgREST's pre-request function. */
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

/** Codes of an unavailable database. 3D000 occurs while a restore or a test replaces the database. */
const outageCode = /^(CONNECTION_|CONNECT_|ECONN|EPIPE|57P0|08|3D000)/;

/** Keeps the API running when PostgreSQL goes away. The driver (postgres 3.4.9) then throws outside of any promise. */
export function surviveLostConnections(): void {
  process.on("uncaughtException", (error) => {
    if (!isLostWrite(error) && !isOutage(error)) throw error;
    console.error("The database connection was lost during a request");
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

/** Matches log lines about HTTP requests refused for a forged or expired link or a malformed filter. */
const refusedBefore =
  /^(?:Storage error: JW[ST]|Error: (?:Unexpected input at |"failed to parse ))/;

/** Matches SQLSTATE codes of errors that the caller caused by a forbidden or invalid HTTP request. */
const refusals = /^(?:0L|0P|21000|22|23|25006|28|42|54000|P0001|PT4)/;

function describeError(code: string): string {
  return `${refusals.test(code) ? mark : ""}SQLSTATE ${code}`;
}

/** Tells whether the line reports a refused HTTP request, which is a normal answer, not a problem. */
export function isRefusal(line: string): boolean {
  return line.startsWith(mark) || refusedBefore.test(line);
}
