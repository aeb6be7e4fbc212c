import { describe, expect, it } from "vitest";
import { callerAddress, createAddressHash } from "./caller-address.ts";

const from = (headers: Record<string, string>) => new Request("https://x.example/", { headers });
const hash = createAddressHash("a secret of at least thirty-two characters");

describe("a caller's address", () => {
  it("comes from the one trusted header, whatever else is claimed", () => {
    const request = from({ "cf-connecting-ip": "203.0.113.7", "x-forwarded-for": "1.1.1.1" });
    expect(callerAddress(request, "cf-connecting-ip")).toBe("203.0.113.7");
  });

  it("is what the last proxy appended", () => {
    const request = from({ "x-forwarded-for": "10.0.0.1, 203.0.113.7" });
    expect(callerAddress(request, "x-forwarded-for")).toBe("203.0.113.7");
  });

  it.each([{}, { "x-forwarded-for": "" }])("may be missing", (headers) => {
    expect(callerAddress(from(headers), "x-forwarded-for")).toBeNull();
  });
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

  it("is one for a whole IPv6 network, however it is written", async () => {
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
