/** Error that is sent in Sanity's format, so that @sanity/client shows a readable message. */
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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Makes a 501 error that names a feature of hosted Sanity that this server does not have. */
export function notImitated(what: string): ApiError {
  return new ApiError(
    501,
    "notImitated",
    `The local Content Lake does not imitate ${what}; see studio/local/README.md`,
  );
}

/** Makes a 409 error for a mutation that does not fit the current documents. The error lists one item: the reason. */
export function mutationConflict(
  type: string,
  description: string,
  details: Record<string, unknown> = {},
): ApiError {
  return new ApiError(409, "mutationError", `The mutation(s) failed: ${description}`, {
    items: [{ error: { type, description, ...details }, index: 0 }],
  });
}

/** Makes a 403 error for a change that the caller's account may not make. */
export function insufficientPermissions(permission: "create" | "update"): ApiError {
  const description = `Insufficient permissions; permission "${permission}" required`;
  return new ApiError(403, "insufficientPermissionsError", description, { permission });
}

/** Makes a 400 error for an HTTP request that would be invalid whatever the dataset contains. */
export function malformed(description: string): ApiError {
  return new ApiError(400, "validationError", description);
}
