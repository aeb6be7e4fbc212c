import { resolveTxt } from "node:dns/promises";
import { failed, type Check, type Finding, type Means } from "./check.ts";
import { contentChecks } from "./checks/content.ts";
import { databaseChecks } from "./checks/database.ts";
import { functionChecks } from "./checks/functions.ts";
import { siteChecks } from "./checks/site.ts";
import { knownReason } from "../run-command.ts";
import type { ProductParts } from "../stack/product-parts.ts";
import { hideSecrets } from "./hide-secrets.ts";

/** All checks of `npm run doctor`, in the order in which their results are printed. */
export const checks: readonly Check[] = [
  ...siteChecks,
  ...contentChecks,
  ...functionChecks,
  ...databaseChecks,
];

const marks = { ok: "✓", failed: "✗", skipped: "–" };
/** Time limit of one check. A part of the product that hangs must not delay the result. */
const LONGEST_CHECK_MILLISECONDS = 15_000;

/** Runs all checks at once, prints a line for each in fixed order, and returns the number of failed checks. */
export async function runDoctor(
  settings: ProductParts,
  report: (line: string) => void,
  means: Pick<Means, "resolveTxt"> = { resolveTxt },
): Promise<number> {
  const findings = await Promise.all(checks.map((check) => examine(check, settings, means)));
  checks.forEach(({ title }, index) => {
    const { state, detail } = findings[index] ?? failed("sem resposta");
    report(`${marks[state]} ${title}: ${hideSecrets(detail, settings).replaceAll(/\s+/g, " ")}`);
  });
  return findings.filter(({ state }) => state === "failed").length;
}

async function examine(
  check: Check,
  settings: ProductParts,
  means: Pick<Means, "resolveTxt">,
): Promise<Finding> {
  const tooLong = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`sem resposta em ${LONGEST_CHECK_MILLISECONDS / 1000} segundos`);
    reject(error);
    tooLong.abort(error);
  }, LONGEST_CHECK_MILLISECONDS);
  try {
    return await Promise.race([check.run(settings, { ...means, signal: tooLong.signal }), promise]);
  } catch (error) {
    return failed(reasonOf(error));
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the reason of an error. fetch stores the reason in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(", ");
  if (cause instanceof Error) return reasonOf(cause);
  return knownReason(error) ?? (error.message || error.name);
}
