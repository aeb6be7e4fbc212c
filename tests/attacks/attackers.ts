import { createHmac } from "node:crypto";
import type { Persona, Personas } from "../../supabase/tests/support/personas.ts";
import { makeToken, makeUnsignedToken } from "../functions/tokens.ts";

/** Sender of probes: a persona with its own session, or a caller with an invalid token. */
export interface Attacker {
  name: string;
  headers: Record<string, string>;
  /** Tables and other places in which this attacker may read the victim's rows. */
  mayRead: ReadonlySet<string>;
  /** Whether the API accepts the credentials, so that calls of this attacker reach tables and functions. */
  isKnown: boolean;
}

/**
 * Tables whose rows staff read only through database functions, which record each read. The test of the access matrix
 * shows that staff cannot read these tables directly.
 */
const staffReads = new Set([
  "simulations",
  "offers",
  "asked_documents",
  "asked_files",
  "contracts",
  "partnership_requests",
  "partners",
  "contact_messages",
  "staff",
]);
const nothing = new Set<string>();
const TWO_HOURS = 7_200;

/** Returns every persona except the one with the secret key, and a caller for every way to forge an identity. */
export function makeAttackers(
  personas: Personas,
  keys: { publishableKey: string; jwtSecret: string },
): Attacker[] {
  const { publishableKey: apikey, jwtSecret } = keys;
  const known = ({ name, headers }: Persona): Attacker => ({
    name,
    headers,
    mayRead: name === "staff" || name === "other staff" ? staffReads : nothing,
    isKnown: true,
  });
  const staffId = String(personas["other staff"].userId);
  const staffToken = personas["other staff"].headers["authorization"]?.slice(7) ?? "";
  const [head = "", claims = "", signature = ""] = staffToken.split(".");
  const now = Date.now() / 1_000;

  const tokens: Record<string, string> = {
    "expired token": makeToken(staffId, jwtSecret, now - TWO_HOURS),
    "token by another key": makeToken(staffId, "a-secret-that-is-not-the-one-of-the-server"),
    "token with an empty key": makeToken(staffId, "\0"),
    "unsigned token": makeUnsignedToken(staffId),
    "token that names itself none": `${encode({ alg: "nOnE", typ: "JWT" })}.${claims}.`,
    "service role by another key": signed({ sub: staffId, role: "service_role" }, apikey),
    "database owner by another key": signed({ sub: staffId, role: "postgres" }, apikey),
    "changed claims": `${head}.${encode({ sub: staffId, role: "service_role", exp: 9e9 })}.${signature}`,
    "cut signature": `${head}.${claims}.${signature.slice(0, -4)}`,
    "no signature": `${head}.${claims}.`,
    "key as a token": apikey,
    words: "a.b.c",
  };
  const { visitor, service: _service, ...others } = personas;
  return [
    known(visitor),
    ...Object.values(others).map(known),
    ...Object.entries(tokens).map(([name, token]) => ({
      name,
      headers: { apikey, authorization: `Bearer ${token}` },
      mayRead: nothing,
      isKnown: false,
    })),
    { name: "no key", headers: {}, mayRead: nothing, isKnown: false },
    { name: "wrong key", headers: { apikey: "sb_secret_wrong" }, mayRead: nothing, isKnown: false },
  ];
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

function signed(claims: object, secret: string): string {
  const all = { aud: "authenticated", iat: 1, exp: 9_999_999_999, ...claims };
  const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(all)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}
