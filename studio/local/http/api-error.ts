/** An answer in the error shape that @sanity/client turns into a readable message. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 500 | 501 | 503;
  readonly body: { error: { type: string; description: string } & Record<string, unknown> };

  constructor(
    status: ApiError["status"],
    type: string,
    description: string,
    details: Record<string, unknown> = {},
  ) {
    super(description);
    this.status = status;
    this.body = { error: { type, description, ...details } };
  }
}

/** 501 that names what hosted Sanity has and this server has not. */
export function notImitated(what: string): ApiError {
  return new ApiError(
    501,
    "notImitated",
    `The local Content Lake does not imitate ${what}; see studio/local/README.md`,
  );
}

/** A mutation that the state of the dataset refuses (409), with one item per reason. */
export function mutationConflict(
  type: string,
  description: string,
  details: Record<string, unknown> = {},
): ApiError {
  return new ApiError(409, "mutationError", `The mutation(s) failed: ${description}`, {
    items: [{ error: { type, description, ...details }, index: 0 }],
  });
}

/** A change (403) that the account of the caller has no grant for. */
export function insufficientPermissions(permission: "create" | "update"): ApiError {
  const description = `Insufficient permissions; permission "${permission}" required`;
  return new ApiError(403, "insufficientPermissionsError", description, { permission });
}

/** A request that no state of the dataset could satisfy (400). */
export function malformed(description: string): ApiError {
  return new ApiError(400, "validationError", description);
}
