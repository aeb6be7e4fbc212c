import { describe, expect, it } from "vitest";
import { createFailureCount } from "./log.ts";

/** Creates a `write` function whose calls stay pending until the test resolves them. */
function pendingWrites() {
  const written: [name: string, failures: number][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const write = (name: string, failures: number) => {
    written.push([name, failures]);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  };
  return { written, ends, write };
}

describe("counting failures", () => {
  it("writes in one call at a time, and adds meanwhile counted failures up", async () => {
    const { written, ends, write } = pendingWrites();
    const work: Promise<void>[] = [];
    const count = createFailureCount(write, (running) => void work.push(running));
    for (let call = 0; call < 20; call += 1) count("verify-letter");
    expect(written).toEqual([["verify-letter", 1]]);
    ends[0]?.resolve();
    await expect.poll(() => written).toHaveLength(2);
    expect(written[1]).toEqual(["verify-letter", 19]);
    ends[1]?.resolve();
    await Promise.all(work);
    expect(work).toHaveLength(1);
  });

  it("keeps unwritten failures for the next call, and tries no sooner", async () => {
    const { written, ends, write } = pendingWrites();
    const work: Promise<void>[] = [];
    const count = createFailureCount(write, (running) => void work.push(running));
    count("deliver-mail");
    count("deliver-mail");
    ends[0]?.reject(new Error("the database is away"));
    await Promise.all(work);
    expect(written).toEqual([["deliver-mail", 1]]);
    count("deliver-mail");
    expect(written[1]).toEqual(["deliver-mail", 3]);
    ends[1]?.resolve();
    await Promise.all(work);
  });
});
