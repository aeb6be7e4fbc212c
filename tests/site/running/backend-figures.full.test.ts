// @module-tag full
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { createBackendFigures } from "../../../web/server/telemetry/backend-figures.ts";
import { type TestStack, startTestStack } from "../../functions/test-stack.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { type FaultProxy, startFaultProxy } from "../../support/stacks/fault-proxy.ts";
import { readLog } from "../../support/stacks/read-log.ts";
import { type SeededLake, startSeededLake } from "../../support/stacks/seeded-lake.ts";
import { type TestSite, startTestSite } from "../../support/stacks/site-stack.ts";
import { withVariables } from "../../support/stacks/with-variables.ts";

let stack: TestStack;
let lake: SeededLake;
let proxy: FaultProxy;
let site: TestSite;
let port: number;

beforeAll(async () => {
  [stack, lake, port] = await Promise.all([startTestStack(), startSeededLake(), findFreePort()]);
  proxy = await startFaultProxy(stack.url);
  site = await startWatched({ metricsKey: stack.metricsKey }, port);
  // Some metrics of the site exist only after a first HTTP request.
  await fetch(site.url);
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await lake?.close();
  await stack?.stop();
});

function startWatched({ metricsKey }: { metricsKey: string | undefined }, at: number) {
  const { publishableKey, forwardKey } = stack;
  return withVariables({ METRICS_PORT: String(at) }, () =>
    startTestSite(lake.url, undefined, {
      supabase: { url: proxy.url, publishableKey, forwardKey, metricsKey },
    }),
  );
}

/** Reads the values of the metrics, by name and labels. */
async function scrape(at = port): Promise<Map<string, number>> {
  const reply = await fetch(`http://127.0.0.1:${at}/metrics`);
  expect(reply.status).toBe(200);
  const lines = (await reply.text()).split("\n").filter((line) => /^[a-z]/.test(line));
  return new Map(
    lines.map((line) => [line.replace(/ \S+$/, ""), Number(/ (\S+)$/.exec(line)?.[1])]),
  );
}

const ofBackend = /^payser_(?:backend|mail|documents|last_run|function)_/;
const namesOf = (figures: Map<string, number>) =>
  [...figures.keys()].filter((name) => ofBackend.test(name)).toSorted();

test("show waiting and abandoned work of the backend with its age, and failures of functions", async () => {
  mayPrint(/"function":"verify-letter"/);
  const { sql } = stack;
  await sql`delete from public.outgoing_mail`;
  await sql`
    insert into public.outgoing_mail
      (template, recipient, idempotency_key, status, attempts, next_attempt_at, created_at)
    values
      ('staff-released', 'ana@exemplo.com.br', 'a', 'queued', 0, now() - interval '10 minutes', now()),
      ('staff-released', 'bia@exemplo.com.br', 'b', 'queued', 0, now() + interval '1 hour', now()),
      ('staff-released', 'cid@exemplo.com.br', 'c', 'parked', 8, now(), now())`;
  await sql`
    insert into public.outgoing_mail
      (template, recipient, idempotency_key, status, attempts, last_error)
    values ('staff-released', 'errado@exemplo.com.br', 'd', 'parked', 1, 'ERECIPIENT 550')`;
  await sql`insert into private.last_runs values ('run-schedule', now() - interval '1 minute')
    on conflict (name) do update set ran_at = excluded.ran_at`;
  const [waiting] = await sql`
    select count(*) filter (where status in ('queued', 'working'))::integer as now,
      count(*) filter (where status = 'parked')::integer as parked
    from public.document_jobs`;

  // The calls below fail, because the edge function cannot find this private SQL function. Renaming a public SQL
  // function would have no effect, because the local API reads the list of public functions only once.
  await sql`alter function private.require_within_limit rename to limit_away`;
  const codes = ["0", "1", "2"].map((digit) => ({ code: digit.repeat(12) }));
  const statuses = await Promise.all(
    codes.map(async (body) => (await stack.call("verify-letter", { body })).status),
  );
  await sql`alter function private.limit_away rename to require_within_limit`;
  expect(statuses).toEqual([503, 503, 503]);
  const failed = 'payser_function_failures_total{function="verify-letter"}';
  // The test waits until all failures are counted. A count that is read too early would stay cached for two minutes.
  await expect
    .poll(
      () =>
        sql`select failures::integer from private.function_failures where name = 'verify-letter'`,
    )
    .toEqual([{ failures: 3 }]);

  const figures = await scrape();
  expect(figures.get(failed)).toBe(3);
  expect(Object.fromEntries(figures)).toMatchObject({
    payser_backend_up: 1,
    payser_mail_waiting: 2,
    payser_mail_waiting_seconds: expect.closeTo(600, -2),
    payser_mail_parked: 1,
    payser_mail_refused: 1,
    payser_documents_waiting: waiting?.["now"],
    payser_documents_waiting_seconds: expect.any(Number),
    payser_documents_parked: waiting?.["parked"],
    'payser_last_run_seconds{work="run-schedule"}': expect.closeTo(60, -2),
    payser_unbalanced_contracts: 0,
    payser_sign_ins_failed: expect.any(Number),
    payser_database_bytes: expect.any(Number),
    payser_database_connections: expect.any(Number),
    payser_database_connections_most: 80,
    'payser_build_info{build="desenvolvimento"}': 1,
    'payser_content_source{from="live"}': 1,
  });
  expect([...figures.keys()].join("\n")).not.toMatch(/exemplo|ana|staff-released/);
});

test.each(["fail", "hang"] as const)(
  "show 0 for the backend while calls to it %s, and return when calls succeed",
  async (mode) => {
    mayPrint(/"event":"backend-figures-missing"/);
    proxy.setMode(mode);
    const other = await findFreePort();
    const watching = await startWatched({ metricsKey: stack.metricsKey }, other);
    for (let time = 0; time < 2; time += 1) {
      const figures = await scrape(other);
      expect(namesOf(figures)).toEqual(["payser_backend_up"]);
      expect(figures.get("payser_backend_up")).toBe(0);
      expect(figures.has("payser_page_reads_total")).toBe(true);
    }
    expect(readLog(watching.log, "backend-figures-missing")).toHaveLength(1);
    expect(
      (await scrape(other)).get('payser_problems_total{event="backend-figures-missing"}'),
    ).toBe(1);
    proxy.setMode("pass");
    expect((await scrape(other)).get("payser_backend_up")).toBe(1);
    await watching.close();
  },
);

test("are read once in two minutes, however often they are scraped", async () => {
  const { publishableKey, metricsKey } = stack;
  let clock = 0;
  const figures = createBackendFigures({ url: proxy.url, publishableKey, metricsKey }, () => clock);
  const asked = async (time: number) => {
    const before = proxy.requests.length;
    clock = time;
    expect(await (await figures()).metrics()).toContain("payser_backend_up 1");
    return proxy.requests.length - before;
  };
  expect(await asked(0)).toBe(1);
  expect(await asked(30_000)).toBe(0);
  expect(await asked(119_999)).toBe(0);
  expect(await asked(120_000)).toBe(1);
});

test("show a backend that is not up for another key, and are absent without a key", async () => {
  mayPrint(/"event":"backend-figures-missing"/);
  const other = await findFreePort();
  const wrong = await startWatched({ metricsKey: "x".repeat(32) }, other);
  expect(namesOf(await scrape(other))).toEqual(["payser_backend_up"]);
  expect(readLog(wrong.log, "backend-figures-missing")).toMatchObject([{ reason: "status 401" }]);
  await wrong.close();

  const asked = proxy.requests.length;
  const without = await startWatched({ metricsKey: undefined }, other);
  expect(namesOf(await scrape(other))).toEqual([]);
  expect(proxy.requests).toHaveLength(asked);
  await without.close();
});

test("have a key that opens no other endpoint, and no other key opens them", async () => {
  const { metricsKey, secretKey, forwardKey } = stack;
  const answer = async (name: string, headers: Record<string, string | null>) =>
    (await stack.call(name, { headers })).status;
  for (const headers of [
    { "x-metrics-key": null },
    { apikey: secretKey },
    { "x-metrics-key": forwardKey },
  ]) {
    expect(await answer("read-metrics", headers)).toBe(401);
  }
  const held = { apikey: metricsKey, "x-metrics-key": metricsKey, "x-forward-key": metricsKey };
  for (const name of ["deliver-mail", "issue-documents", "remove-files"]) {
    expect(await answer(name, { ...held })).toBe(401);
    expect(await answer(name, { ...held, apikey: stack.publishableKey })).toBe(401);
  }
  const rows = await fetch(`${stack.url}/rest/v1/rpc/backend_metrics`, {
    method: "POST",
    headers: { apikey: metricsKey, "content-type": "application/json" },
    body: "{}",
  });
  expect(rows.status).toBe(401);
});
