import { expect, test } from "vitest";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { runPaced } from "./paced-load.ts";

test("the load keeps its pace when calls are slow, and waits at the end for calls underway", async () => {
  const ending = new AbortController();
  const answer = Promise.withResolvers<void>();
  let begun = 0;
  const running = runPaced(
    [{ name: "slow", perSecond: 100, run: () => ((begun += 1), answer.promise) }],
    ending.signal,
  );
  await expect.poll(() => begun).toBeGreaterThan(3);
  ending.abort();
  answer.resolve();
  const [slow] = await running;
  expect(slow).toMatchObject({ name: "slow", done: begun, errors: 0, firstError: undefined });
});

test("failures are counted apart with their first example", async () => {
  mayPrint(/first of these/);
  const ending = new AbortController();
  let begun = 0;
  const running = runPaced(
    [
      {
        name: "failing",
        perSecond: 100,
        async run() {
          begun += 1;
          if (begun % 2 === 1) throw new Error(begun === 1 ? "first of these" : "another");
        },
      },
    ],
    ending.signal,
  );
  await expect.poll(() => begun).toBeGreaterThan(3);
  ending.abort();
  const [failing] = await running;
  expect(failing).toMatchObject({
    done: Math.floor(begun / 2),
    errors: Math.ceil(begun / 2),
    firstError: "first of these",
  });
});
