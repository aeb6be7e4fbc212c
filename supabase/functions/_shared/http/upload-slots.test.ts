import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RequestFailure } from "./request-failure.ts";
import { createSlots } from "./upload-slots.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const bounds = { most: 3, mostOfSender: 2, longestWait: 30_000 };

/** Creates slots. `work` takes a slot until the test calls an element of `ends`; `answers` has a status for each. */
function slots() {
  const takeSlot = createSlots(bounds);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const answers: [sender: string, status: number][] = [];
  const work = (sender: string) =>
    takeSlot(sender, () => {
      begun.push(sender);
      return new Promise<void>((resolve) => ends.push(resolve));
    }).then(
      () => void answers.push([sender, 200]),
      (error: unknown) => {
        if (!(error instanceof RequestFailure)) throw error;
        expect(error.details.retryAfterSeconds).toBe(10);
        answers.push([sender, error.status]);
      },
    );
  const settle = () => vi.advanceTimersByTimeAsync(1);
  return { work, begun, ends, answers, settle };
}

it("slots limit the work at once and the work of one sender, and pass a free slot on", async () => {
  const { work, begun, ends, answers, settle } = slots();
  const all = ["a", "a", "a", "b", "b"].map(work);
  await settle();
  expect(begun).toEqual(["a", "a", "b"]);
  ends[2]?.();
  await settle();
  expect(begun).toEqual(["a", "a", "b", "b"]);
  ends[0]?.();
  await settle();
  expect(begun).toEqual(["a", "a", "b", "b", "a"]);
  for (const end of ends) end();
  await Promise.all(all);
  expect(answers.map(([, status]) => status)).toEqual([200, 200, 200, 200, 200]);
});

it("a sender's seventh piece of work is refused at once with 429, and another sender gets a slot", async () => {
  const { work, begun, answers, settle } = slots();
  for (let count = 0; count < 40; count += 1) void work("a");
  void work("b");
  await settle();
  expect(begun).toEqual(["a", "a", "b"]);
  expect(answers).toEqual(Array.from({ length: 34 }, () => ["a", 429]));
  // The four that wait for their own sender's slots are refused with 429 too.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(answers.slice(34)).toEqual(Array.from({ length: 4 }, () => ["a", 429]));
});

it("work is refused with 503 after 30 seconds, or at once when 20 others wait", async () => {
  const { work, begun, ends, answers, settle } = slots();
  const crowd = Array.from({ length: 25 }, (_item, index) => work(`${index}`));
  await settle();
  expect(begun).toHaveLength(3);
  expect(answers).toEqual([
    ["23", 503],
    ["24", 503],
  ]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(answers).toHaveLength(22);
  for (const end of ends) end();
  await Promise.all(crowd);
  expect(answers.filter(([, status]) => status === 200)).toHaveLength(3);
});
