import { Hono } from "hono";
import { expect, test } from "vitest";
import { createClientNetwork } from "./limits.ts";

const told: string[] = [];

/** What a visitor is counted as who comes from `remoteAddress` with these headers. */
async function networkOf(
  header: string | undefined,
  remoteAddress: string,
  headers: Record<string, string>,
) {
  const find = createClientNetwork(header, (_level, event) => told.push(event));
  const app = new Hono().get("/", (context) => context.text(find(context)));
  const incoming = { socket: { remoteAddress, remotePort: 1, remoteFamily: "IPv4" } };
  return (await app.request("/", { headers }, { incoming })).text();
}

const forwarded = { "x-forwarded-for": "6.6.6.6, 203.0.113.7", forwarded: "for=6.6.6.6" };

test("a header that no setting names changes nothing: anybody can send one", async () => {
  expect(await networkOf(undefined, "198.51.100.1", forwarded)).toBe("198.51.100.1");
});

test("behind a proxy its own entry counts, and the connection where it left none", async () => {
  expect(await networkOf("x-forwarded-for", "10.0.0.1", forwarded)).toBe("203.0.113.7");
  expect(told).toEqual([]);
  expect(await networkOf("x-forwarded-for", "10.0.0.1", {})).toBe("10.0.0.1");
  expect(told).toEqual(["no-client-address"]);
});

test("an IPv6 customer is one, and an IPv4 address the same in both writings", async () => {
  expect(await networkOf(undefined, "2001:db8:1:2:aaaa::1", {})).toBe("2001:db8:1:2");
  expect(await networkOf(undefined, "::ffff:198.51.100.1", {})).toBe("198.51.100.1");
});
