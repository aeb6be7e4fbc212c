import * as fc from "fast-check";
import { test } from "vitest";
import { claimFixtures } from "./claim-fixtures.ts";
import { anyAct } from "./lease-acts.ts";
import { checkBurst, checkReviewedItems, type Finals } from "./lease-checks.ts";
import { type Fact, performAtOnce } from "./lease-facts.ts";
import { look, type Snapshot } from "./lease-snapshot.ts";
import { checkTold } from "./lease-told.ts";
import { anyLease, issue, makeWorld, pass } from "./lease-world.ts";

const daySeconds = 86_400;
/** Acts that run at once, and the time that passes afterwards, in seconds. */
const anyBurst = fc.record({
  acts: fc.array(anyAct, { minLength: 1, maxLength: 4 }),
  seconds: fc.constantFrom(
    0,
    0,
    0,
    15,
    15,
    daySeconds,
    daySeconds * 2,
    daySeconds * 4,
    daySeconds * 6,
    daySeconds * 9,
  ),
});
const anySequence = fc.record({
  lease: anyLease,
  bursts: fc.array(anyBurst, { minLength: 22, maxLength: 34, size: "max" }),
});

/** Registers one test for each seed: a random sequence of acts by two sides and staff at once. */
export function leaseSequences(seeds: readonly number[]): void {
  const base = claimFixtures();

  test.each(seeds.map((seed) => ({ seed })))(
    "the sequence of seed $seed loses no right, passes no limit and leaves nobody uninformed",
    async ({ seed }) => {
      const [sequence] = fc.sample(anySequence, { seed, numRuns: 1 });
      if (!sequence) throw new Error("There is no sequence");
      const world = await makeWorld(base, sequence.lease);
      const facts: Fact[] = [];
      const finals: Finals = new Map();
      const seen: Snapshot[] = [await look(base.fixtures.sql, world.leaseId)];
      try {
        for (const [burst, { acts, seconds }] of sequence.bursts.entries()) {
          const done = await performAtOnce(world, acts, burst);
          facts.push(...done);
          seen.push(...done.slice(0, 1).map(({ after }) => after));
          await checkBurst(world, done, facts);
          checkReviewedItems(done, finals);
          if (seconds > 0) await pass(world, seconds);
        }
        await issue(world);
        await pass(world, 15);
        await checkTold(world, facts, [...seen, await look(base.fixtures.sql, world.leaseId)]);
      } catch (error) {
        const story = facts.map(
          ({ burst, name, by, outcome, claim }) =>
            `${burst} ${name} ${by} ${outcome} ${claim?.stage ?? ""}`,
        );
        throw new Error(`Seed ${seed}, ${JSON.stringify(sequence.lease)}:\n${story.join("\n")}`, {
          cause: error,
        });
      }
    },
    60_000,
  );
}
