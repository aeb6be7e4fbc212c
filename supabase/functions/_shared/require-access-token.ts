import type { Auth } from "./auth.ts";
import { unauthorized } from "./http/request-failure.ts";

/**
 * The access token of the signed-in caller, asked of the auth server, so that one who signed
 * out is refused at once. Throws 401 for a missing, forged, expired or revoked token.
 */
export async function requireAccessToken(request: Request, auth: Pick<Auth, "findUser">) {
  const token = /^Bearer (?<token>[\w.~+/=-]+)$/i.exec(request.headers.get("authorization") ?? "")
    ?.groups?.["token"];
  if (token === undefined || (await auth.findUser(token)) === null) throw unauthorized();
  return token;
}
