import type { Log } from "../log.ts";

const prefix = "unnamed-";

/**
 * Stands in for the address of a caller whom the platform does not name. Such a platform is not
 * set up as it should be, which is logged once; until it is, callers are told apart by their
 * browser, in 256 groups. One group is a limit's bucket, so no crowd shuts everybody out and
 * what passes still has a bound.
 */
export function createUnnamedCaller(header: string, log: Log): (request: Request) => string {
  let isTold = false;
  return ({ headers }) => {
    if (!isTold) log({ event: "no-client-address", header });
    isTold = true;
    const browser = `${headers.get("user-agent")} ${headers.get("accept-language")}`;
    // FNV-1a: spreads, and is no secret.
    let hash = 0x811c9dc5;
    for (const character of browser) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    }
    return `${prefix}${(hash ^ (hash >>> 16)) & 0xff}`;
  };
}

/** Whether this is a stand-in, which no other server may be told as an address. */
export function isUnnamed(caller: string): boolean {
  return caller.startsWith(prefix);
}
