import * as z from "zod/mini";
import type { AuditTrailAction, StaffRightsName } from "#contracts/stored-values.ts";
import { secretHash } from "./hashes.ts";
import { RequestFailure, unauthorized } from "./http/request-failure.ts";
import type { Parts } from "./parts.ts";
import { createEndpoint, type Handler } from "./http/endpoint.ts";

type Caller = { token: string; userId: string };

/** Action and subject that the audit trail records when a call is denied. */
type AuditedCall = { action: AuditTrailAction; subject_id?: string };

/** Returns the caller's token and user id. Asks the auth server first, so that an ended session leads to 401. */
export async function requireCaller(
  request: Request,
  auth: Pick<Parts["auth"], "findUser">,
): Promise<Caller> {
  const token = /^Bearer (?<token>[\w.~+/=-]+)$/i.exec(request.headers.get("authorization") ?? "")
    ?.groups?.["token"];
  const userId = token === undefined ? null : await auth.findUser(token);
  if (token === undefined || userId === null) throw unauthorized();
  return { token, userId };
}

export async function requireAccessToken(
  request: Request,
  auth: Pick<Parts["auth"], "findUser">,
): Promise<string> {
  return (await requireCaller(request, auth)).token;
}

/** Calls `requireCaller`. Records a denied call, because the database records only calls that reach the database. */
export function requireAuditedCaller(
  { auth, callDatabase }: Pick<Parts, "auth" | "callDatabase">,
  request: Request,
  call: AuditedCall,
): Promise<Caller> {
  return requireCaller(request, auth).catch(async (error: unknown) => {
    if (error instanceof RequestFailure && error.status === 401) {
      await callDatabase("record_denied_call", { actor: null, ...call });
    }
    throw error;
  });
}

/** Throws 403 unless the caller may use a right of staff in this session. The database records a refusal. */
export async function requireRight(
  { callDatabase }: Pick<Parts, "callDatabase">,
  { token }: Pick<Caller, "token">,
  wanted: StaffRightsName,
  call: AuditedCall,
): Promise<void> {
  await callDatabase("use_right", { wanted, ...call }, token);
}

/** Calls a database function with the hash of a mailed link's secret, and with a hash of the IP for rate limits. */
export async function callByLink(
  { callDatabase, callerAddress, hashAddress }: Parts,
  request: Request,
  name: string,
  { secret, ...parameters }: { secret: string } & Record<string, unknown>,
): Promise<unknown> {
  return callDatabase(name, {
    secret_hash: await secretHash(secret),
    address_hash: await hashAddress(callerAddress(request)),
    ...parameters,
  });
}

/** Calls the database function `byLink` with a link's secret, or `byToken` when a signed-in caller sends no secret. */
export async function callByLinkOrToken(
  parts: Parts,
  request: Request,
  { byLink, byToken }: { byLink: string; byToken: string },
  { secret, ...parameters }: { secret: string | undefined } & Record<string, unknown>,
): Promise<unknown> {
  return secret === undefined
    ? parts.callDatabase(byToken, parameters, await requireAccessToken(request, parts.auth))
    : callByLink(parts, request, byLink, { secret, ...parameters });
}

/** Runs `work` and settles after `milliseconds` at the earliest, so that the time does not reveal the result. */
export async function atLeast<Result>(
  { now, wait }: Pick<Parts, "now" | "wait">,
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const started = now();
  try {
    return await work();
  } finally {
    await wait(Math.max(0, started + milliseconds - now()));
  }
}

/**
 * Minimum response time of endpoints that mail a link. It is longer than any database call of these endpoints, so a
 * slow response does not reveal a known e-mail address.
 */
const sameTimeMilliseconds = 400;

type LinkRequest<Schema extends z.ZodMiniType> = {
  name: string;
  schema: Schema;
  /** Returns the name of the database function that queues the mail with the link, and its parameters. */
  query: (input: z.output<Schema>) => readonly [name: string, parameters: Record<string, unknown>];
};

/** Creates an endpoint that mails a link. Known and unknown e-mail addresses get the same reply after the same time. */
export function createLinkRequest<Schema extends z.ZodMiniType>(
  parts: Parts,
  { name, schema, query }: LinkRequest<Schema>,
): Handler {
  return createEndpoint(parts.publicGate, {
    name,
    schema,
    answer: (input, call) =>
      atLeast(parts, sameTimeMilliseconds, async () => {
        const [queueLink, parameters] = query(input);
        const address_hash = await parts.hashAddress(parts.callerAddress(call));
        await parts.callDatabase(queueLink, { ...parameters, address_hash });
        parts.kickDelivery();
        return {};
      }),
  });
}
