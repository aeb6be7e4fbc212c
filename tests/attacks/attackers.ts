import { createHmac } from "node:crypto";
import type { Persona, Personas } from "../../supabase/tests/support/personas.ts";
import { makeToken, makeUnsignedToken } from "../functions/tokens.ts";

/** Who sends probes: a persona that is let in as itself, or somebody with a token that is none. */
export interface Attacker {
  name: string;
  headers: Record<string, string>;
  /** Places of the victim's rows that this one reads by right. */
  mayRead: ReadonlySet<string>;
  /** Whether the API knows this one, so that its calls are judged beyond the door. */
  isKnown: boolean;
}

/** Through functions that take note of it; that no table opens, the access matrix shows. */
const staffReads = new Set([
  "simulations",
  "offers",
  "asked_documents",
  "contracts",
  "partnership_requests",
  "partners",
  "contact_messages",
  "staff",
]);
const nothing = new Set<string>();
const TWO_HOURS = 7_200;

/** Everybody without the secret key, and every way of pretending to be somebody. */
export function makeAttackers(
  personas: Personas,
  keys: { publishableKey: string; jwtSecret: string },
): Attacker[] {
  const { publishableKey: apikey, jwtSecret } = keys;
  const known = ({ name, headers }: Persona): Attacker => ({
    name,
    headers,
    mayRead: name === "staff" || name === "releasing staff" ? staffReads : nothing,
    isKnown: true,
  });
  const staffId = String(personas["releasing staff"].userId);
  const staffToken = personas["releasing staff"].headers["authorization"]?.slice(7) ?? "";
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
