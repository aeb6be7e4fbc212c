import type { ProductParts } from "../stack/product-parts.ts";

/** What a check found, in a few Portuguese words. `skipped` says why it was not tried. */
export interface Finding {
  state: "ok" | "failed" | "skipped";
  detail: string;
}

/** What a check has besides what is examined. */
export interface Means {
  /** Aborts once the check has had its time. */
  signal: AbortSignal;
  /** The texts of a name in the DNS. */
  resolveTxt: (name: string) => Promise<string[][]>;
}

export interface Check {
  /** In Portuguese, as it stands on the line. */
  title: string;
  /** Whatever it throws is a failure. */
  run(settings: ProductParts, means: Means): Promise<Finding> | Finding;
}

/** It is as it should be. */
export function ok(detail: string): Finding {
  return { state: "ok", detail };
}

/** It is not, and `detail` says what to do. */
export function failed(detail: string): Finding {
  return { state: "failed", detail };
}

/** It could not be tried. */
export function skipped(detail: string): Finding {
  return { state: "skipped", detail };
}

/** Nothing wrong, or all that is, in one line. */
export function judge(faults: readonly string[], good: string): Finding {
  return faults.length === 0 ? ok(good) : failed(faults.join("; "));
}

/** Whether an address leads to this machine, where there is no proxy and nothing is encrypted. */
export function isOfThisMachine(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(address)?.hostname ?? "");
}
