import { expect, test } from "vitest";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { runPaced } from "./paced-load.ts";

test("the pace is kept however long each takes, and what is underway in the end is waited for", async () => {
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

test("what fails is counted apart, with the first example", async () => {
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
