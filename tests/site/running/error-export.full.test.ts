// @module-tag full
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { startErrorCollector } from "../../support/stacks/error-collector.ts";
import { readLog } from "../../support/stacks/read-log.ts";
import { type SeededLake, startSeededLake } from "../../support/stacks/seeded-lake.ts";
import { type TestSite, startTestSite } from "../../support/stacks/site-stack.ts";
import { withVariables } from "../../support/stacks/with-variables.ts";

mayPrint(/"event":"page-failed"/);

/** Product whose page cannot be rendered, because `benefits` is incomplete. The seed has only complete products. */
const broken = {
  _id: "product-broken",
  _type: "product",
  name: "Payser Quebrado",
  menuLabel: "Payser Quebrado",
  slug: { _type: "slug", current: "payser-quebrado" },
  orderRank: "0|zzzzzz:",
  summary: "Sem benefícios.",
  hero: { title: "Payser Quebrado", tagline: "Sem benefícios.", links: [] },
  benefits: {},
  closing: { title: "Fale conosco" },
};
const path = "/payser-quebrado";

/** Option that makes a Node process throw an error when a signal arrives. The error is outside any HTTP request. */
const failsBySignal = `--import=data:text/javascript,${encodeURIComponent(`
  process.on("SIGUSR2", () => { throw new Error("out of order"); });`)}`;

let lake: SeededLake;
beforeAll(async () => {
  lake = await startSeededLake();
  await lake.editor.create(broken);
});
afterAll(() => lake.close());

const startSite = (variables: Record<string, string>) =>
  withVariables(variables, () => startTestSite(lake.url));

const open = async ({ url }: TestSite, at: string, id: string) =>
  (await fetch(url + at, { headers: { "x-request-id": id } })).status;

/** Returns the line of source code for the first position in a stack trace that lies in the site's code. */
async function sourceOf(stack: string | undefined): Promise<string | undefined> {
  const [, file = "", line] = /\/(web\/[\w/.-]+\.tsx?):(\d+):\d+/.exec(stack ?? "") ?? [];
  return (await readFile(file, "utf8")).split("\n")[Number(line) - 1];
}

describe("a site with a collector", () => {
  test("sends an error with the request's id and the line of the source where it arose", async () => {
    const collector = await startErrorCollector();
    const site = await startSite({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=chave-do-coletor",
      OTEL_SERVICE_NAME: "payser-em-teste",
    });
    expect(await open(site, path, "pedido-0001")).toBe(503);
    expect(await open(site, "/contato", "pedido-0002")).toBe(200);
    await expect.poll(() => collector.errors).toHaveLength(1);

    const [error] = collector.errors;
    expect(error).toMatchObject({
      path: "/v1/logs",
      headers: { "x-collector-key": "chave-do-coletor" },
      resource: { "service.name": "payser-em-teste" },
      severity: [17, "error"],
      body: "page-failed",
      attributes: {
        requestId: "pedido-0001",
        path,
        document: "product payser-quebrado",
        "exception.message": expect.stringContaining("map"),
      },
    });
    expect(await sourceOf(error?.attributes["exception.stacktrace"])).toContain("items.map(");
    // The exported error and the log line contain the same values.
    const [line] = readLog(site.log, "page-failed");
    expect(line).toMatchObject({
      requestId: "pedido-0001",
      stack: error?.attributes["exception.stacktrace"],
      reason: error?.attributes["exception.message"],
    });
    await site.close();
    await collector.close();
  });

  test("sends waiting errors when it receives the stop signal", async () => {
    const collector = await startErrorCollector();
    const site = await startSite({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    // Errors are sent in batches once a second, so this error is still unsent when the signal arrives. The test keeps
    // no connection open, because an open connection would delay the exit.
    const headers = { "x-request-id": "pedido-final" };
    const sent = request(site.url + path, { agent: false, headers }).end();
    const [reply] = await once(sent, "response");
    reply.resume();
    process.kill(site.pid, "SIGTERM");
    await site.ended;
    expect(collector.errors).toMatchObject([
      { resource: { "service.name": "payser-site" }, attributes: { requestId: "pedido-final" } },
    ]);
    await collector.close();
  });
});

test("an error that ends the process is logged, and is sent with the lines before it", async () => {
  mayPrint(/"event":"crashed"/);
  const collector = await startErrorCollector();
  const site = await startSite({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    NODE_OPTIONS: failsBySignal,
  });
  process.kill(site.pid, "SIGUSR2");
  expect(await site.ended).toContain("1");
  expect(readLog(site.log, "crashed")).toMatchObject([{ level: "error", reason: "out of order" }]);
  expect(collector.errors).toMatchObject([
    { body: "crashed", attributes: { "exception.message": "out of order" } },
  ]);
  await collector.close();
});

describe("a site whose collector fails", () => {
  test("serves, logs each outage once and sends later errors", async () => {
    mayPrint(/"event":"error-export-failed"/);
    const collector = await startErrorCollector();
    const site = await startSite({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const failures = () => readLog(site.log, "error-export-failed").length;
    // The site reports the error of a page only once, so each new error needs another broken page.
    const openAnother = async (number: number) => {
      const slug = { _type: "slug" as const, current: `payser-quebrado-${number}` };
      await lake.editor.create({ ...broken, _id: `product-broken-${number}`, slug });
      await open(site, `${path}-${number}`, `pedido-000${number}`);
    };
    collector.take(false);
    await openAnother(1);
    await expect.poll(collector.refused).toBe(1);
    await openAnother(2);
    await expect.poll(collector.refused).toBe(2);
    expect(await open(site, "/contato", "pedido-bom")).toBe(200);

    collector.take(true);
    await openAnother(3);
    await expect.poll(() => collector.errors).toHaveLength(1);
    expect(collector.errors[0]?.attributes).toMatchObject({ requestId: "pedido-0003" });
    expect(failures()).toBe(1);

    collector.take(false);
    await openAnother(4);
    await expect.poll(failures).toBe(2);
    await site.close();
    await collector.close();
  });

  test("serves and ends when the collector does not answer", async () => {
    mayPrint(/"event":"error-export-failed"/);
    const port = await findFreePort();
    const site = await startSite({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    expect(await open(site, path, "pedido-0001")).toBe(503);
    expect(await open(site, "/contato", "pedido-0002")).toBe(200);
    process.kill(site.pid, "SIGTERM");
    await site.ended;
    expect(readLog(site.log, "error-export-failed")).toHaveLength(1);
  });
});
