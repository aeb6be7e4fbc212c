import { createHmac } from "node:crypto";

/**
 * Returns an access token with the same claims as a token of the auth server. The token is signed with `secret` and
 * valid for one hour from `issuedAt`.
 */
export function makeToken(userId: string, secret: string, issuedAt = Date.now() / 1000): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const claims = {
    sub: userId,
    aud: "authenticated",
    role: "authenticated",
    iat: Math.floor(issuedAt),
    exp: Math.floor(issuedAt) + 3600,
  };
  const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}

/** Returns an access token without a signature. The token's header names the algorithm "none". */
export function makeUnsignedToken(userId: string): string {
  const [, claims] = makeToken(userId, "x").split(".");
  const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
  return `${header}.${claims}.`;
}
