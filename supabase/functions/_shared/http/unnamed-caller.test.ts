import { describe, expect, it } from "vitest";
import { partsForTests } from "../parts-for-tests.ts";
import { createAddressHash } from "./caller-address.ts";
import { createUnnamedCaller, isUnnamed } from "./unnamed-caller.ts";

const browser = (userAgent: string) =>
  new Request("https://x.example/", { headers: { "user-agent": userAgent } });
const someBrowsers = Array.from({ length: 2000 }, (_, index) => `Mozilla/5.0 (X${index}) Chrome/1`);

describe("a caller without an address", () => {
  it("does not share one bucket of the limits with all the others", async () => {
    const nameOf = createUnnamedCaller("cf-connecting-ip", () => undefined);
    const hashOf = createAddressHash("a secret of at least thirty-two characters");
    const hashes = await Promise.all(someBrowsers.map((name) => hashOf(nameOf(browser(name)))));
    const sizes = Map.groupBy(hashes, (one) => one);
    expect(sizes.size).toBe(256);
    expect(Math.max(...[...sizes.values()].map(({ length }) => length))).toBeLessThan(40);
  });

  it("is the same one each time", () => {
    const nameOf = createUnnamedCaller("cf-connecting-ip", () => undefined);
    expect(nameOf(browser("a"))).toBe(nameOf(browser("a")));
    expect(isUnnamed(nameOf(browser("a")))).toBe(true);
    expect(isUnnamed("203.0.113.7")).toBe(false);
  });

  it("is told to whoever reads the log, once, with the header that is missing", () => {
    const { logged, parts } = partsForTests();
    const nameOf = createUnnamedCaller("cf-connecting-ip", parts.log);
    for (const name of ["a", "b", "c"]) nameOf(browser(name));
    expect(logged).toEqual([{ event: "no-client-address", header: "cf-connecting-ip" }]);
  });
});
