import type { Auth } from "./auth.ts";
import { unauthorized } from "./http/request-failure.ts";

/**
 * The access token of the signed-in caller, asked of the auth server, so that one who signed
 * out is refused at once. Throws 401 for a missing, forged, expired or revoked token.
 */
export async function requireAccessToken(
  request: Request,
  auth: Pick<Auth, "findUser">,
): Promise<string> {
  return (await requireCaller(request, auth)).token;
}

/** The id of the signed-in caller, with the same care. */
export async function requireAccount(
  request: Request,
  auth: Pick<Auth, "findUser">,
): Promise<string> {
  return (await requireCaller(request, auth)).userId;
}

/** Both, with the same care. */
export async function requireCaller(
  request: Request,
  auth: Pick<Auth, "findUser">,
): Promise<{ token: string; userId: string }> {
  const token = /^Bearer (?<token>[\w.~+/=-]+)$/i.exec(request.headers.get("authorization") ?? "")
    ?.groups?.["token"];
  const userId = token === undefined ? null : await auth.findUser(token);
  if (token === undefined || userId === null) throw unauthorized();
  return { token, userId };
}
