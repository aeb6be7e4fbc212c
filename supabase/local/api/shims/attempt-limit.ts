/** Counts failures by key in this process; after `most` within the time it is over. */
export function createAttemptLimit(most: number, withinMilliseconds: number) {
  const failures = new Map<string, number[]>();
  const recent = (key: string) =>
    (failures.get(key) ?? []).filter((time) => time > Date.now() - withinMilliseconds);
  return {
    isOver: (key: string) => recent(key).length >= most,
    count: (key: string) => failures.set(key, [...recent(key), Date.now()]),
    forget: (key: string) => failures.delete(key),
  };
}
