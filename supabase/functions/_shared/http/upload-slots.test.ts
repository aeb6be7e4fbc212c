import { expect, it, vi } from "vitest";
import { RequestFailure } from "./request-failure.ts";
import { createUploadSlots } from "./upload-slots.ts";

it("upload slots limit the bodies in memory, and those of one subject to two", async () => {
  const takeSlot = createUploadSlots(3);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (subject: string) =>
    takeSlot(subject, () => {
      begun.push(subject);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = ["a", "a", "a", "b", "b"].map(work);
  await vi.waitFor(() => expect(begun).toEqual(["a", "a", "b"]));
  ends[2]?.();
  await all[3];
  await vi.waitFor(() => expect(begun).toEqual(["a", "a", "b", "b"]));
  ends[0]?.();
  await vi.waitFor(() => expect(begun).toEqual(["a", "a", "b", "b", "a"]));
  for (const end of ends) end();
  await Promise.all(all);

  const crowd = Array.from({ length: 30 }, (_item, index) =>
    work(`${index}`).then(
      () => 200,
      (error: unknown) => (error instanceof RequestFailure ? error.status : 0),
    ),
  );
  await vi.waitFor(() => expect(begun).toHaveLength(8));
  const answers = Promise.all(crowd);
  for (let done = 5; done < 28; done++) {
    // oxlint-disable-next-line no-await-in-loop -- each end starts the next call
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(done));
    ends[done]?.();
  }
  expect((await answers).filter((status) => status === 503)).toHaveLength(7);
});
