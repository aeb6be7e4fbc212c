import type { ProductParts } from "../stack/product-parts.ts";

/** Result of a check. The detail is a short Portuguese text. For a skipped check, it gives the reason. */
export interface Finding {
  state: "ok" | "failed" | "skipped";
  detail: string;
}

export interface Means {
  /** Signal that aborts when the check's time limit is reached. */
  signal: AbortSignal;
  resolveTxt: (name: string) => Promise<string[][]>;
}

export interface Check {
  title: string;
  /** Function that runs the check. An error that it throws counts as a failure. */
  run(settings: ProductParts, means: Means): Promise<Finding> | Finding;
}

export function check(title: string, run: Check["run"]): Check {
  return { title, run };
}

export function ok(detail: string): Finding {
  return { state: "ok", detail };
}

/** Makes the result of a failed check. `detail` tells the reader what to do. */
export function failed(detail: string): Finding {
  return { state: "failed", detail };
}

export function skipped(detail: string): Finding {
  return { state: "skipped", detail };
}

/** Returns success when there are no faults, or else one failure that lists all faults. Falsy entries do not count. */
export function judge(faults: readonly (string | false | undefined)[], good: string): Finding {
  const found = faults.filter(Boolean);
  return found.length === 0 ? ok(good) : failed(found.join("; "));
}

/** Returns whether a URL points to this machine, where connections have no proxy and no encryption. */
export function isLocalAddress(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(address)?.hostname ?? "");
}
