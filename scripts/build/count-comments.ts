import { parseArgs } from "node:util";
import { isExempt, openingOf } from "../../tests/static/plain-english-openings.ts";
import { readComments, type EnglishText } from "./read-comments.ts";

/**
 * `npm run comments` counts the comments and test names that begin with a word that
 * `tests/static/plain-english.test.ts` forbids. `npm run comments -- --sample 100 --seed 7` prints 100 random comments
 * instead; the same seed gives the same comments. `npm run comments -- <folder>` counts another copy of the repository.
 */
const {
  values,
  positionals: [root],
} = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" }, seed: { type: "string", default: "1" } },
});
const texts = await readComments(root);

if (values.sample) {
  const comments = texts.filter((found) => found.kind !== "test name" && !isExempt(found));
  for (const { path, line, text } of shuffled(comments, Number(values.seed)).slice(
    0,
    Number(values.sample),
  )) {
    console.log(`${path}:${line}\n  ${text}`);
  }
} else {
  printCounts();
}

function printCounts(): void {
  const counts = new Map<string, { comments: number; testNames: number; exempt: number }>();
  const total = { comments: 0, testNames: 0, exempt: 0 };
  for (const found of texts) {
    const opening = openingOf(found);
    if (!opening) continue;
    const count = counts.get(opening) ?? { comments: 0, testNames: 0, exempt: 0 };
    counts.set(opening, count);
    const column = isExempt(found) ? "exempt" : columnOf(found);
    count[column] += 1;
    total[column] += 1;
  }
  const testNames = texts.filter(({ kind }) => kind === "test name").length;
  console.log(`${texts.length - testNames} comments, ${testNames} test names; forbidden openings:`);
  console.table({ ...Object.fromEntries(counts), total });
}

function columnOf({ kind }: EnglishText): "comments" | "testNames" {
  return kind === "test name" ? "testNames" : "comments";
}

/** Returns the items in a random order; the same seed gives the same order (mulberry32). */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((left, right) => left.key - right.key)
    .map(({ item }) => item);
}
