import { createClient } from "@sanity/client";
import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { contentApiVersion } from "../../../content-api-version.ts";
import { previewPaths } from "../../config/paths.ts";
import { createPreviewAccess, createPreviewSessions } from "./preview-access.ts";

const hours = (count: number) => count * 60 * 60 * 1000;

/** Sanity project to which no HTTP request is made in these tests. */
const someProject = {
  projectId: "nobody",
  dataset: "production",
  useCdn: false,
  apiVersion: contentApiVersion,
};

afterEach(() => vi.useRealTimers());

/** Starts a preview session at hour 0. Returns a function that reads the session's perspective at another hour. */
async function startSession() {
  let now = 0;
  const sessions = createPreviewSessions("token", () => now);
  const app = new Hono()
    .get("/begin", async (c) => c.text(String(await sessions.begin(c, "drafts"))))
    .get("/see", async (c) => c.text((await sessions.perspectiveOf(c)) ?? "visitor"));
  const begun = await app.request("/begin");
  const [cookie = ""] = begun.headers.get("set-cookie")?.split(";") ?? [];
  return async (time: number) => {
    now = time;
    return (await app.request("/see", { headers: { cookie } })).text();
  };
}

test("a preview session ends after ten hours even if the browser still sends its cookie", async () => {
  const see = await startSession();
  expect(await see(hours(10) - 1)).toBe("drafts");
  expect(await see(hours(10))).toBe("visitor");
  expect(await see(hours(24))).toBe("visitor");
});

/** Returns a function that tries to start preview sessions without a secret, from one network and without Sanity. */
function createAttempts() {
  const app = new Hono().route(
    "/",
    createPreviewAccess({
      client: createClient({ ...someProject, token: "viewer" }),
      sessions: createPreviewSessions("token"),
      siteUrl: "https://site.example",
      networkOf: (c) => c.req.header("x-network") ?? "",
    }),
  );
  return async (network: string, times: number) => {
    const statuses = new Set<number>();
    for (let time = 0; time < times; time += 1) {
      const headers = { "x-network": network };
      // The attempts are made one after another, because the limit counts them in order.
      statuses.add((await app.request(previewPaths.enable, { headers })).status);
    }
    return [...statuses];
  };
}

test("a network has thirty attempts a minute, independent of others", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const attempt = createAttempts();
  expect(await attempt("a", 30)).toEqual([401]);
  expect(await attempt("a", 1)).toEqual([429]);
  expect(await attempt("b", 1)).toEqual([401]);
  vi.setSystemTime(Date.now() + 59_000);
  expect(await attempt("a", 1)).toEqual([429]);
  vi.setSystemTime(Date.now() + 1_000);
  expect(await attempt("a", 30)).toEqual([401]);
});

test("all networks together have 300 attempts a minute, which bounds requests to the content API", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const attempt = createAttempts();
  for (let network = 0; network < 10; network += 1) {
    expect(await attempt(String(network), 30)).toEqual([401]);
  }
  expect(await attempt("new", 1)).toEqual([429]);
});
