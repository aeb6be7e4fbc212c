import { inspect } from "node:util";
import { PostgresConnection } from "@supabase/lite/postgres";
import { z } from "zod";
import { describeError } from "./refused-request.ts";
import { reliablePool } from "./reliable-pool.ts";
import { applyJwtSessionContext, applyRpcRequestGucs } from "./request-settings.ts";
import { outageCode } from "./survive-lost-connections.ts";

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
