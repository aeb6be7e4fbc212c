const written = /^(?:R\$\s*)?(\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{1,2}))?$/;
const withPoint = /^(\d+)\.(\d{1,2})$/;

/** Above it a rent is a slip of the keys, in reais. */
const largest = 10_000_000;

/**
 * Reads a rent as it is written in Brazil, or with a point before its cents; undefined for what is
 * no positive amount or not clear. It reads less than the forms do (`readMoney`), and never
 * otherwise: their rules come with 30 KB, and here nothing is sent.
 */
export function readRent(typed: string): number | undefined {
  const [, whole, cents = "0"] = written.exec(typed.trim()) ?? withPoint.exec(typed.trim()) ?? [];
  const rent = Number(`${whole?.replaceAll(".", "")}.${cents}`);
  return rent > 0 && rent <= largest ? rent : undefined;
}
