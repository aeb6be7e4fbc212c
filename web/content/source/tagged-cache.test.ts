import { expect, test, vi } from "vitest";
import { createTaggedCache } from "./tagged-cache.ts";

function cacheOf(...replies: (() => Promise<{ text: string; tags: string[]; fresh: boolean }>)[]) {
  const load = vi.fn(async (_key: string) => {
    const reply = replies.shift();
    if (!reply) throw new Error("asked more often than expected");
    return reply();
  });
  return { cache: createTaggedCache(load), load };
}

const good =
  (text: string, tags = ["faq"]) =>
  async () => ({ text, tags, fresh: true });
const bad = () => Promise.reject(new Error("the API is down"));

test("a value is loaded once for simultaneous requests", async () => {
  const { cache, load } = cacheOf(good("a"));
  const values = await Promise.all([cache.get("k"), cache.get("k"), cache.get("k")]);
  expect(values.map(({ text }) => text)).toEqual(["a", "a", "a"]);
  expect(load).toHaveBeenCalledTimes(1);
});

test("a value becomes stale only by an event with one of its tags", async () => {
  const { cache, load } = cacheOf(good("a"), good("b"));
  await cache.get("k");
  cache.invalidate(["partner"]);
  expect((await cache.get("k")).text).toBe("a");
  expect(load).toHaveBeenCalledTimes(1);
  cache.invalidate(["partner", "faq"]);
  expect((await cache.get("k")).text).toBe("b");
});

test("a value is stale when an event comes during its load", async () => {
  let finish = (_text: string) => {};
  const slow = () =>
    new Promise<{ text: string; tags: string[]; fresh: boolean }>((resolve) => {
      finish = (text) => resolve({ text, tags: ["faq"], fresh: true });
    });
  const { cache } = cacheOf(slow, good("after"));
  const before = cache.get("k");
  cache.invalidate(["faq"]);
  const after = await cache.get("k");
  finish("before");
  expect((await before).text).toBe("before");
  expect(after.text).toBe("after");
  expect((await cache.get("k")).text).toBe("after");
});

test("a failed load returns the earlier value without waiting for the retry", async () => {
  vi.useFakeTimers();
  try {
    const { cache, load } = cacheOf(good("a"), bad, good("b"));
    await cache.get("k");
    cache.invalidate(null);
    expect(await cache.get("k")).toMatchObject({ text: "a", fresh: false });
    expect(await cache.get("k")).toMatchObject({ text: "a" });
    expect(load).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(2_000);
    expect(await cache.get("k")).toMatchObject({ text: "a" });
    await vi.runAllTimersAsync();
    expect(await cache.get("k")).toMatchObject({ text: "b", fresh: true });
  } finally {
    vi.useRealTimers();
  }
});

test("an event after a failure makes the next read wait for the new value", async () => {
  const { cache } = cacheOf(good("a"), bad, good("b"));
  await cache.get("k");
  cache.invalidate(null);
  await cache.get("k");
  cache.invalidate(["faq"]);
  expect((await cache.get("k")).text).toBe("b");
});

test("a failed first load rejects and is not cached", async () => {
  const { cache } = cacheOf(bad, good("a"));
  await expect(cache.get("k")).rejects.toThrow("the API is down");
  expect((await cache.get("k")).text).toBe("a");
});
