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
type FunctionCall = { method: string; path: string; requestHeaders?: Record<string, string> };

/**
 * Who asks, as PostgREST tells the database. The API's own way takes one statement per
 * setting, which is most of the time of a short request; this takes one for all.
 */
export async function applyJwtSessionContext(
  transaction: Transaction,
  { auth, storage }: Variables,
) {
  const role = auth?.role || "anon";
  await setLocally(transaction, {
    role,
    "request.jwt.claim.sub": auth?.uid ?? "",
    "request.jwt.claim.role": role,
    "request.jwt.claims": auth?.jwt ? JSON.stringify(auth.jwt) : "",
    "storage.operation": storage?.operation ?? "",
    // The storage server's own statements may remove the rows of files, and no others.
    "storage.allow_delete_query": storage ? "true" : "false",
  });
  await setLimits(transaction, role);
}

/** What a database function may read of the request, and set of the answer. */
export async function applyRpcRequestGucs(transaction: Transaction, call: FunctionCall) {
  await setLocally(transaction, {
    "response.status": "",
    "response.headers": "",
    "request.method": call.method,
    "request.path": call.path,
    "request.headers": JSON.stringify(call.requestHeaders ?? {}),
  });
}

/** How long each statement of this role may take, and wait for a lock, as PostgREST sets it. */
function setLimits(transaction: Transaction, role: string) {
  const settings = ["statement_timeout", "lock_timeout"].map(
    (name) => `set_config('${name}', coalesce(platform.limit_of($1, '${name}'), '0'), true)`,
  );
  return execute(transaction, `select ${settings.join()}`, [role]);
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
