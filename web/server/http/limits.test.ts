import { Hono } from "hono";
import { expect, test } from "vitest";
import { createClientNetwork } from "./limits.ts";

const logged: string[] = [];

/** Returns the network under which rate limits count a visitor with this address and these headers. */
async function networkOf(
  header: string | undefined,
  remoteAddress: string,
  headers: Record<string, string>,
) {
  const find = createClientNetwork(header, (_level, event) => logged.push(event));
  const app = new Hono().get("/", (context) => context.text(find(context)));
  const incoming = { socket: { remoteAddress, remotePort: 1, remoteFamily: "IPv4" } };
  return (await app.request("/", { headers }, { incoming })).text();
}

const forwarded = { "x-forwarded-for": "6.6.6.6, 203.0.113.7", forwarded: "for=6.6.6.6" };

test("createClientNetwork ignores forwarding headers that are not configured", async () => {
  expect(await networkOf(undefined, "198.51.100.1", forwarded)).toBe("198.51.100.1");
});

test("createClientNetwork reads the proxy's own entry, and falls back to the connection", async () => {
  expect(await networkOf("x-forwarded-for", "10.0.0.1", forwarded)).toBe("203.0.113.7");
  expect(logged).toEqual([]);
  expect(await networkOf("x-forwarded-for", "10.0.0.1", {})).toBe("10.0.0.1");
  expect(logged).toEqual(["no-client-address"]);
});

test("createClientNetwork groups IPv6 addresses by customer and normalises mapped IPv4", async () => {
  expect(await networkOf(undefined, "2001:db8:1:2:aaaa::1", {})).toBe("2001:db8:1:2");
  expect(await networkOf(undefined, "::ffff:198.51.100.1", {})).toBe("198.51.100.1");
});
