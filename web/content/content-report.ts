import type { Log } from "../config/log.ts";
import type { Gap } from "./fill-from-seed.ts";

/** Tells the log when content begins and ceases to fail: one line per change, not per request. */
export interface ContentReport {
  /** The content API gave no answer that can be used. */
  unavailable(key: string, document: string, reason: string): void;
  answered(key: string): void;
  /** A document that must exist is not published. */
  missing(key: string, document: string): void;
  /** The result has all documents; `gaps` are the texts that it lacked. */
  complete(key: string, gaps: readonly Gap[]): void;
}

/** What failed and was not asked for again within this time no longer keeps an outage open. */
const FORGOTTEN_AFTER_MS = 10_000;

/** Follows the results by the key of their query. */
export function createContentReport(log: Log): ContentReport {
  const failedAt = new Map<string, number>();
  const isLasting = () =>
    [...failedAt.values()].some((time) => Date.now() - time < FORGOTTEN_AFTER_MS);
  const missingOf = new Map<string, string>();
  const gapsOf = new Map<string, ReadonlySet<string>>();

  return {
    unavailable(key, document, reason) {
      if (!isLasting()) log("error", "content-unavailable", { document, reason });
      failedAt.set(key, Date.now());
    },
    answered(key) {
      if (failedAt.size === 0 || (isLasting() && !failedAt.has(key))) return;
      failedAt.clear();
      log("info", "content-back");
    },
    missing(key, document) {
      const isKnown = [...missingOf.values()].includes(document);
      missingOf.set(key, document);
      if (!isKnown) log("error", "document-missing", { document });
    },
    complete(key, gaps) {
      const found = missingOf.get(key);
      missingOf.delete(key);
      if (found !== undefined && ![...missingOf.values()].includes(found)) {
        log("info", "document-found", { document: found });
      }
      const known = new Set([...gapsOf.values()].flatMap((names) => [...names]));
      for (const { document, field, filled } of gaps) {
        if (known.has(`${document}.${field}`)) continue;
        log("warn", "text-missing", { document, field, shown: filled ? "seed" : "nothing" });
      }
      gapsOf.set(key, new Set(gaps.map(({ document, field }) => `${document}.${field}`)));
    },
  };
}
