import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";
import { startTestSite } from "../support/site-stack.ts";
import { withVariables } from "../support/with-variables.ts";

const TWO_YEARS = "max-age=63072000";

let lake: SeededLake;
beforeAll(async () => {
  lake = await startSeededLake();
});
afterAll(() => lake.close());

/** Of each kind of answer: page, redirect, file, data of a page, what does not exist, health. */
const paths = ["/", "/contato/", "/favicon.svg", "/_dados/contato", "/nao-ha", "/saude"];

async function told(variables: Record<string, string>): Promise<(string | null)[]> {
  const site = await withVariables(variables, () => startTestSite(lake.url));
  const replies = await Promise.all(
    paths.map((path) => fetch(site.url + path, { redirect: "manual" })),
  );
  await site.close();
  return replies.map(({ headers }) => headers.get("strict-transport-security"));
}

describe("browsers are told for two years to come by https alone", () => {
  test.each([
    ["to this host", {}, TWO_YEARS],
    ["to this host, when that is said", { HSTS_INCLUDE_SUBDOMAINS: "false" }, TWO_YEARS],
    [
      "to its subdomains, too, when asked",
      { HSTS_INCLUDE_SUBDOMAINS: "true" },
      `${TWO_YEARS}; includeSubDomains`,
    ],
  ])("%s", async (_what, variables, expected) => {
    expect(await told(variables)).toEqual(paths.map(() => expected));
  });
});
