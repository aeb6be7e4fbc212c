import { createHmac } from "node:crypto";
import { z } from "zod";

const claimsSchema = z.looseObject({ sub: z.uuid(), session_id: z.uuid() });
export type Claims = z.infer<typeof claimsSchema>;

/** The claims of an access token that the API has checked or made; null when it is none of a session. */
export function readClaims(token: string): Claims | null {
  const [, payload = ""] = token.split(".");
  try {
    const text = Buffer.from(payload, "base64url").toString();
    return claimsSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A token with these claims, signed as the API signs. */
export function signClaims(claims: Claims, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
