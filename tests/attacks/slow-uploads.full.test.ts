// @module-tag full
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jpegSample } from "../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import { createPersonas, type Personas } from "../../supabase/tests/support/personas.ts";
import { startTestStack, type TestStack } from "../functions/test-stack.ts";

/** Maximum duration of an honest upload in milliseconds. It is high, because other tests use the same machine. */
const HONEST_MS = 5_000;
/** Time in milliseconds after which the slowest body is cut: 20 s of waiting for a slot, and 20 s of its own. */
const CUT_MS = 40_000;
const LATE_MS = 20_000;

let stack: TestStack;
let personas: Personas;
beforeAll(async () => {
  stack = await startTestStack({});
  personas = await createPersonas(stack, stack.sql);
  await stack.sql`
    update public.contracts set start_date = private.today_in_brasilia() - 100,
      end_date = private.today_in_brasilia() + 264`;
}, 120_000);
afterAll(() => stack?.stop());

type Sender = "tenant" | "other tenant";

/** Returns the headers of an upload for the inspection of the sender's lease. Each upload invents another id. */
function uploadHeaders(sender: Sender) {
  const { leaseId, headers } = personas[sender];
  return {
    origin: stack.siteUrl,
    apikey: stack.publishableKey,
    authorization: headers["authorization"] ?? "",
    "x-document-kind": "inspection",
    "x-document-id": crypto.randomUUID(),
    "x-document-of": String(leaseId),
  };
}

/** Sends a photo as a page does. Returns status and duration in milliseconds. */
async function sendHonestly(sender: Sender) {
  const form = new FormData();
  form.set("moment", "entry");
  form.set("room", "kitchen");
  form.set("file", new File([await jpegSample()], "foto.jpg"));
  const encoded = new Response(form);
  const began = performance.now();
  const { status } = await stack.call("upload-document", {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { ...uploadHeaders(sender), "content-type": encoded.headers.get("content-type") },
  });
  return { status, milliseconds: Math.round(performance.now() - began) };
}

interface Stranger {
  socket: Socket;
  /** Status of the answer; undefined before the answer. */
  status(): number | undefined;
}

/** Opens a connection that announces a long body and sends one byte every two seconds. */
function trickle(name: string, headers: Record<string, string>): Stranger {
  const lines = Object.entries({ host: "localhost", "content-length": "9000", ...headers });
  const socket = connect(Number(new URL(stack.url).port), "127.0.0.1");
  let received = "";
  socket.on("data", (data) => (received += String(data)));
  socket.on("error", () => undefined);
  socket.write(
    `POST /functions/v1/${name} HTTP/1.1\r\n${lines.map(([header, value]) => `${header}: ${value}\r\n`).join("")}\r\n-`,
  );
  const timer = setInterval(() => !socket.destroyed && socket.write("-"), 2_000);
  socket.on("close", () => clearInterval(timer));
  return {
    socket,
    status: () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
      return status === undefined ? undefined : Number(status);
    },
  };
}

const uploadSlowly = (sender: Sender) =>
  trickle("upload-document", {
    ...uploadHeaders(sender),
    "content-type": "multipart/form-data; boundary=x",
    "content-length": "9000000",
  });

const statusesOf = (strangers: readonly Stranger[]) => strangers.map(({ status }) => status());
const tally = (strangers: readonly Stranger[]) =>
  Object.fromEntries(
    [...Map.groupBy(statusesOf(strangers), String)].map(([status, all]) => [status, all.length]),
  );
const patience = { timeout: CUT_MS + LATE_MS, interval: 200 };
const pause = (milliseconds: number) =>
  new Promise<void>((passed) => setTimeout(() => passed(), milliseconds));

/** Sends three honest uploads, and expects each to succeed in normal time. */
async function expectServed(sender: Sender): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a page sends one file after another
    const { status, milliseconds } = await sendHonestly(sender);
    expect(status).toBe(200);
    expect(milliseconds).toBeLessThan(HONEST_MS);
  }
}

test("four, then forty uploads of one byte every two seconds are cut, and uploads beside them succeed", async () => {
  await expectServed("other tenant");
  const slow: Stranger[] = [];
  for (const count of [4, 40]) {
    while (slow.length < count) slow.push(uploadSlowly("tenant"));
    // Two run and up to four wait.
    // oxlint-disable-next-line no-await-in-loop -- the larger attack follows the smaller one
    await expect
      .poll(() => tally(slow), { timeout: 15_000, interval: 200 })
      .toEqual({ undefined: Math.min(count, 6), ...(count > 6 && { 429: count - 6 }) });
    // oxlint-disable-next-line no-await-in-loop
    await expectServed("other tenant");
  }
  // Two of the waiting uploads get a slot after 21 seconds. The other two are refused after 30 seconds.
  await expect.poll(() => tally(slow), patience).toEqual({ 408: 4, 429: 36 });
  await expectServed("tenant");
}, 180_000);

test("uploads that their senders break off free their slots at once", async () => {
  const slow = Array.from({ length: 4 }, () => uploadSlowly("tenant"));
  await pause(2_000);
  for (const { socket } of slow) socket.destroy();
  await expectServed("tenant");
}, 60_000);

test("forty forms of one byte every two seconds are cut, and a form beside them succeeds", async () => {
  const headers = {
    origin: stack.siteUrl,
    apikey: stack.publishableKey,
    "content-type": "application/json",
  };
  const slow = Array.from({ length: 40 }, () => trickle("landlord-area", headers));
  await expect.poll(() => tally(slow), patience).toEqual({ undefined: 20, 429: 20 });
  expect((await stack.call("landlord-area", { body: { secret: "x" } })).status).toBe(404);
  await expect.poll(() => tally(slow), patience).toEqual({ 408: 20, 429: 20 });
}, 120_000);

test("no slow or broken body is logged as an error", async () => {
  const log = await readFile(join(stack.logDirectory, "functions.log"), "utf8");
  const lines = log.split("\n").filter((line) => /"reason":"(?:slow|broken|upload)/.test(line));
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.filter((line) => !line.includes('"level":"info"'))).toEqual([]);
  expect(log).not.toMatch(/"stack"|"level":"error"/);
});
