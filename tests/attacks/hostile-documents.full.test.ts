// @module-tag full
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hostileSamples } from "../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import {
  largeHonestPdfs,
  largeHostilePdfs,
} from "../../supabase/functions/_shared/documents/pdf-samples-for-tests.ts";
import { simulationRow } from "../../supabase/tests/support/sample-rows.ts";
import { someAddress } from "../functions/filled-forms.ts";
import { startTestStack, type TestStack } from "../functions/test-stack.ts";
import { siteUrl } from "./function-call.ts";

/**
 * Maximum duration of a bystander's sign-in during an attack. The maximum is high, because other tests use the same
 * machine.
 */
const longestWaitMs = 10_000;
const mostMegabytes = 500;
/**
 * Pause between the sign-ins of a bystander. Without the pause, the sign-ins would use half of the processor time and
 * slow down the uploads under test.
 */
const betweenSignInsMs = 100;

interface Row {
  shape: string;
  answer: string;
  seconds: number;
  longestSignIn: number;
  peakMegabytes: number;
}

let stack: TestStack;
const rows: Row[] = [];

beforeAll(async () => {
  stack = await startTestStack({ siteUrl });
});
afterAll(async () => {
  const lines = rows.map(
    ({ shape, answer, seconds, longestSignIn, peakMegabytes }) =>
      `${shape.padEnd(48)} ${answer.padStart(8)} ${seconds.toFixed(1).padStart(7)} ${longestSignIn.toFixed(2).padStart(9)} ${peakMegabytes.toFixed(0).padStart(6)}`,
  );
  console.log(
    `${"shape".padEnd(48)}   answer  time, s  sign-in, s  MB\n${lines.join("\n")}\n(sign-in: the longest wait of a bystander; MB: the functions' process at its largest)`,
  );
  await stack.stop();
});
beforeEach(() => stack.sql`delete from public.rate_limits`);

/** Creates an applicant whom staff have asked for a document. */
async function applicant() {
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  const simulationId = String(row?.["id"]);
  const [link] = await stack.sql`select public.tracking_secret(${simulationId}) as secret`;
  const [asked] = await stack.sql`
    insert into public.asked_documents (simulation_id, kind)
    values (${simulationId}, 'income') returning id`;
  return { secret: String(link?.["secret"]), documentId: String(asked?.["id"]) };
}

/** Returns a file encoded as a form. Callers encode before they measure, because encoding takes processor time. */
async function formOf(bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set("file", new File([bytes], "renda.pdf", { type: "application/pdf" }));
  const made = new Response(form);
  return {
    type: made.headers.get("content-type"),
    body: Buffer.from(await made.arrayBuffer()),
  };
}

async function send(
  { secret, documentId }: Awaited<ReturnType<typeof applicant>>,
  { type, body }: Awaited<ReturnType<typeof formOf>>,
) {
  const answer = await stack.call("upload-document", {
    body,
    headers: {
      "content-type": type,
      "x-request-secret": secret,
      "x-document-id": crypto.randomUUID(),
      "x-document-kind": "asked",
      "x-document-of": documentId,
    },
    from: someAddress(),
  });
  return answer.status;
}

async function memory(): Promise<number> {
  const status = await readFile(`/proc/${stack.functions?.pid()}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Runs `work` while a tenant signs in repeatedly, and records how long the uploads and the sign-ins took. */
async function whileSigningIn(
  shape: string,
  work: () => Promise<number[]>,
): Promise<Row & { statuses: number[] }> {
  const [contract] = stack.accounts.contracts;
  let isDone = false;
  let longestSignIn = 0;
  let peakMegabytes = 0;
  const signIns = (async () => {
    do {
      const begun = performance.now();
      const { status } = await stack.call("sign-in-contract", {
        body: { contractNumber: contract?.contractNumber, password: contract?.password },
        from: someAddress(),
      });
      longestSignIn = Math.max(longestSignIn, (performance.now() - begun) / 1000);
      expect(status).toBe(200);
      await new Promise((next) => setTimeout(next, betweenSignInsMs));
    } while (!isDone);
  })();
  const watching = setInterval(() => {
    void memory().then((megabytes) => (peakMegabytes = Math.max(peakMegabytes, megabytes)));
  }, 50);
  const begun = performance.now();
  let ended = begun;
  const statuses = await work().finally(async () => {
    ended = performance.now();
    isDone = true;
    await signIns;
    clearInterval(watching);
  });
  const seconds = (ended - begun) / 1000;
  const row = {
    shape,
    answer: [...new Set(statuses)].join(),
    seconds,
    longestSignIn,
    peakMegabytes,
  };
  rows.push(row);
  return { ...row, statuses };
}

function expectBystandersServed({ longestSignIn, peakMegabytes }: Row): void {
  expect(longestSignIn * 1000).toBeLessThan(longestWaitMs);
  expect(peakMegabytes).toBeLessThan(mostMegabytes);
}

test.each(largeHostilePdfs())(
  "$name is refused without delaying sign-ins",
  async ({ name, bytes }) => {
    const from = await applicant();
    const form = await formOf(bytes());
    const seen = await whileSigningIn(name, async () => [await send(from, form)]);
    expect(seen.statuses).toEqual([422]);
    expectBystandersServed(seen);
  },
);

test.each(largeHonestPdfs())(
  "$name is accepted without delaying sign-ins",
  async ({ name, bytes }) => {
    const from = await applicant();
    const form = await formOf(bytes());
    const seen = await whileSigningIn(name, async () => [await send(from, form)]);
    expect(seen.statuses).toEqual([200]);
    expectBystandersServed(seen);
  },
);

test("every small file with a false type is refused", async () => {
  const samples = await hostileSamples();
  const answers: [name: string, status: number][] = [];
  const seen = await whileSigningIn(`${samples.length} small files`, async () => {
    for (const { name, bytes } of samples) {
      answers.push([name, await send(await applicant(), await formOf(bytes))]);
    }
    return answers.map(([, status]) => status);
  });
  expect(answers.filter(([, status]) => status !== 422)).toEqual([]);
  expectBystandersServed(seen);
});

test("24 strangers with 10 MB each are refused before their files are read", async () => {
  const { documentId } = await applicant();
  const form = await formOf(new Uint8Array(10 * 1024 * 1024));
  const before = await memory();
  const seen = await whileSigningIn("24 strangers with 10 MB each", () =>
    Promise.all(
      Array.from({ length: 24 }, () =>
        send({ documentId, secret: "A".repeat(22) }, form).catch(() => 0),
      ),
    ),
  );
  // Status 0 is allowed, because the server may close the connection while the sender still writes.
  expect(seen.statuses.filter((status) => status !== 404 && status !== 0)).toEqual([]);
  expect(seen.peakMegabytes - before).toBeLessThan(100);
  expectBystandersServed(seen);
});

test("eight applicants who send 9.9 MB each at once are all served", async () => {
  const [honest] = largeHonestPdfs();
  const form = await formOf(honest?.bytes() ?? new Uint8Array());
  const all = await Promise.all(Array.from({ length: 8 }, applicant));
  const seen = await whileSigningIn("8 applicants with 9.9 MB each", () =>
    Promise.all(all.map((from) => send(from, form))),
  );
  expect(new Set(seen.statuses)).toEqual(new Set([200]));
  expectBystandersServed(seen);
});
