/** Counts the refused calls of a test file by persona, and prints the counts at the end of the file. */
export function countRefusals(surface: string) {
  const tried = new Map<string, number>();
  return {
    add(who: string, requests = 1): void {
      tried.set(who, (tried.get(who) ?? 0) + requests);
    },
    print(): void {
      const total = [...tried.values()].reduce((sum, count) => sum + count, 0);
      const people = [...tried].map(([who, count]) => `${who} ${count}`).join(", ");
      console.log(
        `${surface}: ${total} requests tried (${people}); none returned a row, a hash or a file that is not theirs`,
      );
    },
  };
}
