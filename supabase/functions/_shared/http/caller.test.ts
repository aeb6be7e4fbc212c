import { describe, expect, it } from "vitest";
import { partsForTests } from "../parts-for-tests.ts";
import { callerAddress, createAddressHash, createUnnamedCaller, isUnnamed } from "./caller.ts";

const from = (headers: Record<string, string>) => new Request("https://x.example/", { headers });
const hash = createAddressHash("a secret of at least thirty-two characters");

describe("a caller's address", () => {
  it("comes from the one trusted header, despite other headers", () => {
    const request = from({ "cf-connecting-ip": "203.0.113.7", "x-forwarded-for": "1.1.1.1" });
    expect(callerAddress(request, "cf-connecting-ip")).toBe("203.0.113.7");
  });

  it("is the last entry, which the nearest proxy appended", () => {
    const request = from({ "x-forwarded-for": "10.0.0.1, 203.0.113.7" });
    expect(callerAddress(request, "x-forwarded-for")).toBe("203.0.113.7");
  });

  it.each([{}, { "x-forwarded-for": "" }])("may be missing", (headers) => {
    expect(callerAddress(from(headers), "x-forwarded-for")).toBeNull();
  });

  const forwardKey = "a key of at least thirty-two characters";
  const forwarded = { "cf-connecting-ip": "192.0.2.1", "x-visitor-address": "203.0.113.7" };

  it("is the visitor's when the site forwards a form", () => {
    const request = from({ ...forwarded, "x-forward-key": forwardKey });
    expect(callerAddress(request, "cf-connecting-ip", forwardKey)).toBe("203.0.113.7");
  });

  it.each([undefined, "", "a key of at least thirty-two characterZ"])(
    "is not forged with the key %j",
    (key) => {
      const request = from({
        ...forwarded,
        ...(key === undefined ? {} : { "x-forward-key": key }),
      });
      expect(callerAddress(request, "cf-connecting-ip", forwardKey)).toBe("192.0.2.1");
      // No key is configured, so the header with the visitor's address is ignored.
      expect(callerAddress(request, "cf-connecting-ip")).toBe("192.0.2.1");
    },
  );
});

describe("the hash of an address", () => {
  it("recognises a caller and hides the address", async () => {
    expect(await hash("203.0.113.7")).toMatch(/^[0-9a-f]{64}$/);
    expect(await hash("203.0.113.7")).toBe(await hash("203.0.113.7"));
    expect(await hash("203.0.113.7")).not.toBe(await hash("203.0.113.8"));
    expect(await createAddressHash("another secret, of the same length")("203.0.113.7")).not.toBe(
      await hash("203.0.113.7"),
    );
  });

  it("is the same for a whole IPv6 network, in every notation", async () => {
    const same = ["2001:db8:1:2::1", "2001:DB8:1:2:aaaa:bbbb:cccc:dddd", "2001:0db8:0001:0002::"];
    const hashes = await Promise.all(same.map((address) => hash(address)));
    expect(new Set(hashes).size).toBe(1);
    expect(await hash("2001:db8:1:3::1")).not.toBe(hashes[0]);
    expect(await hash("2001:db8::1")).not.toBe(hashes[0]);
  });

  it("is the same for an IPv4 address inside IPv6", async () => {
    expect(await hash("::ffff:203.0.113.7")).toBe(await hash("203.0.113.7"));
  });

  it("is shared by all callers without an address", async () => {
    expect(await hash(null)).toBe(await hash(null));
  });
});

const browser = (userAgent: string) =>
  new Request("https://x.example/", { headers: { "user-agent": userAgent } });
const someBrowsers = Array.from({ length: 2000 }, (_, index) => `Mozilla/5.0 (X${index}) Chrome/1`);

describe("a caller without an address", () => {
  it("does not share one limit with all other such callers", async () => {
    const nameOf = createUnnamedCaller("cf-connecting-ip", () => undefined);
    const hashOf = createAddressHash("a secret of at least thirty-two characters");
    const hashes = await Promise.all(someBrowsers.map((name) => hashOf(nameOf(browser(name)))));
    const sizes = Map.groupBy(hashes, (one) => one);
    expect(sizes.size).toBe(256);
    expect(Math.max(...[...sizes.values()].map(({ length }) => length))).toBeLessThan(40);
  });

  it("gets the same substitute each time", () => {
    const nameOf = createUnnamedCaller("cf-connecting-ip", () => undefined);
    expect(nameOf(browser("a"))).toBe(nameOf(browser("a")));
    expect(isUnnamed(nameOf(browser("a")))).toBe(true);
    expect(isUnnamed("203.0.113.7")).toBe(false);
  });

  it("is logged once, with the missing header", () => {
    const { logged, parts } = partsForTests();
    const nameOf = createUnnamedCaller("cf-connecting-ip", parts.log);
    for (const name of ["a", "b", "c"]) nameOf(browser(name));
    expect(logged).toEqual([{ event: "no-client-address", header: "cf-connecting-ip" }]);
  });
});
