/** Takes a try of a key; false when the key, or all together, have had theirs in this window. */
export type RateLimit = (key: string) => boolean;

/** Counts tries in windows of `windowMs`; it never remembers more keys than `inAll`. */
export function createRateLimit(
  limits: { perKey: number; inAll: number; windowMs: number },
  now: () => number = Date.now,
): RateLimit {
  const counts = new Map<string, number>();
  let beganAt = now();
  let total = 0;
  return (key) => {
    if (now() - beganAt >= limits.windowMs) {
      beganAt = now();
      total = 0;
      counts.clear();
    }
    const count = counts.get(key) ?? 0;
    if (total >= limits.inAll || count >= limits.perKey) return false;
    counts.set(key, count + 1);
    total += 1;
    return true;
  };
}
