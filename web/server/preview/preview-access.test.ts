import { createClient } from "@sanity/client";
import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { contentApiVersion } from "../../../content-api-version.ts";
import { previewPaths } from "../../config/paths.ts";
import { createPreviewAccess, createPreviewSessions } from "./preview-access.ts";

const hours = (count: number) => count * 60 * 60 * 1000;

/** Nobody asks it. */
const someProject = {
  projectId: "nobody",
  dataset: "production",
  useCdn: false,
  apiVersion: contentApiVersion,
};

afterEach(() => vi.useRealTimers());

/** An editor's session that began at the hour 0; what it shows at another hour. */
async function sessionOfAnEditor() {
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

test("a session shows drafts for a working day, whatever the browser still sends after it", async () => {
  const see = await sessionOfAnEditor();
  expect(await see(hours(10) - 1)).toBe("drafts");
  expect(await see(hours(10))).toBe("visitor");
  expect(await see(hours(24))).toBe("visitor");
});

/** Tries to begin without a secret, which asks nobody; from one network. */
function strangers() {
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
      // One after another, as they are counted.
      // oxlint-disable-next-line no-await-in-loop
      statuses.add((await app.request(previewPaths.enable, { headers })).status);
    }
    return [...statuses];
  };
}

test("one network has thirty tries a minute, whatever others do", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const tryOften = strangers();
  expect(await tryOften("a", 30)).toEqual([401]);
  expect(await tryOften("a", 1)).toEqual([429]);
  expect(await tryOften("b", 1)).toEqual([401]);
  vi.setSystemTime(Date.now() + 59_000);
  expect(await tryOften("a", 1)).toEqual([429]);
  vi.setSystemTime(Date.now() + 1_000);
  expect(await tryOften("a", 30)).toEqual([401]);
});

test("all networks together have three hundred, so that nobody asks the studio's content without end", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const tryOften = strangers();
  for (let network = 0; network < 10; network += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await tryOften(String(network), 30)).toEqual([401]);
  }
  expect(await tryOften("new", 1)).toEqual([429]);
});
