import { failed, type Check, type Finding } from "./check.ts";
import { checks } from "./checks.ts";
import type { ProductParts } from "../product-parts.ts";
import { hideSecrets } from "./hide-secrets.ts";

const marks = { ok: "✓", failed: "✗", skipped: "–" };
/** A part that hangs must not hold up the others. */
const LONGEST_CHECK_MILLISECONDS = 30_000;

/**
 * Examines everything at once and tells one line for each check, in their order.
 * @returns how many failed
 */
export async function runDoctor(
  settings: ProductParts,
  tell: (line: string) => void,
): Promise<number> {
  const findings = await Promise.all(checks.map((check) => examine(check, settings)));
  checks.forEach(({ title }, index) => {
    const { state, detail } = findings[index] ?? failed("sem resposta");
    tell(`${marks[state]} ${title}: ${hideSecrets(detail, settings).replaceAll(/\s+/g, " ")}`);
  });
  return findings.filter(({ state }) => state === "failed").length;
}

async function examine(check: Check, settings: ProductParts): Promise<Finding> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error("sem resposta em 30 segundos")),
    LONGEST_CHECK_MILLISECONDS,
  );
  try {
    return await Promise.race([check.run(settings), promise]);
  } catch (error) {
    return failed(reasonOf(error));
  } finally {
    clearTimeout(timer);
  }
}

/** fetch hides what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(", ");
  if (cause instanceof Error) return reasonOf(cause);
  return error.message || error.name;
}
